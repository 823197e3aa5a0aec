import type { upload as en } from '../en/upload.ts';
import type { TranslatedArea } from '../shape.ts';

export const upload: TranslatedArea<typeof en> = {
  compressionFailed: 'Imaginea nu a putut fi comprimată',
  compressionLoadFailed: 'Imaginea nu a putut fi citită pentru comprimare',
  failed: 'Încărcarea a eșuat',
  noUrl: 'Imaginea a fost încărcată, dar nu s-a primit nicio adresă.',
  timedOut: 'Încărcarea a durat prea mult. Încearcă o imagine mai mică sau o conexiune mai bună.',
  connectionLost: 'Conexiunea s-a întrerupt. Verifică internetul și încearcă din nou.',
};
