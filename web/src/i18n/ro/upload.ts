import type { upload as en } from '../en/upload.ts';
import type { TranslatedArea } from '../shape.ts';

export const upload: TranslatedArea<typeof en> = {
  compressionFailed: 'Imaginea nu a putut fi comprimată',
  compressionLoadFailed: 'Imaginea nu a putut fi citită pentru comprimare',
  failed: 'Încărcarea a eșuat',
  noUrl: 'Imaginea a fost încărcată, dar nu s-a primit nicio adresă.',
  timedOut: 'Încărcarea a durat prea mult. Încearcă o imagine mai mică sau o conexiune mai bună.',
  connectionLost: 'Conexiunea s-a întrerupt. Verifică internetul și încearcă din nou.',
  alreadyRunning: 'O încărcare este deja în curs',
  cancelled: 'Încărcare anulată',
  complete: 'Încărcat',
  finalizing: 'Se finalizează…',
  goesOn: 'Încărcarea continuă de la sine imediat ce revine conexiunea.',
  noSession: 'Serverul nu a trimis niciun sessionId',
  pause: 'Pauză',
  paused: 'În pauză',
  pickAgain:
    'Alege din nou „{name}”: un videoclip nu poate fi păstrat la reîncărcarea paginii. Ce ai scris este tot aici.',
  pickAgainGoesOn: 'Alege din nou „{name}” și încărcarea continuă de unde a rămas.',
  preparing: 'Se pregătește…',
  resume: 'Continuă',
  sentOf: '{sent} din {total} MB',
  thumbnailFailed: 'Miniatura nu a putut fi creată',
  uploading: 'Se încarcă…',
  videoChecking: 'Se verifică videoclipul…',
  videoMetadataLate: 'Detaliile videoclipului nu au putut fi citite în 10 secunde. Încearcă alt fișier.',
  videoNoDimensions: 'Videoclipul nu are dimensiuni valide. Alege altul.',
  videoNoDuration: 'Videoclipul nu are o durată validă. Alege altul.',
};
