import type { actions as en } from '../en/actions.ts';
import type { TranslatedArea } from '../shape.ts';

export const actions: TranslatedArea<typeof en> = {
  back: 'Înapoi',
  cancel: 'Anulează',
  clear: 'Șterge',
  close: 'Închide',
  delete: 'Șterge',
  done: 'Gata',
  edit: 'Editează',
  goBack: 'Înapoi',
  goHome: 'Mergi la noutăți',
  more: 'Mai multe opțiuni',
  remove: 'Elimină',
  retry: 'Încearcă din nou',
  save: 'Salvează',
  view: 'Vezi',
};
