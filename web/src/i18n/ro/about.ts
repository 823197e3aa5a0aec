import type { about as en } from '../en/about.ts';
import type { TranslatedArea } from '../shape.ts';

export const about: TranslatedArea<typeof en> = {
  discardBody: 'Modificările se vor pierde. Pagina rămâne cum era.',
  edit: 'Editează pagina',
  emptyText: 'Cum v-ați cunoscut, ce vă place, pentru cine scrieți. O citește oricine citește acest site.',
  emptyTitle: 'Aici începe povestea voastră',
  lead: 'Despre {name}',
  loadFailed: 'Pagina nu a putut fi încărcată',
  loading: 'Se încarcă pagina',
  notKept: 'Acest dispozitiv nu poate păstra textul. Salvează-l înainte să pleci.',
  saveFailed: 'Pagina nu a putut fi salvată. Încearcă din nou.',
  saved: 'Pagină actualizată',
  savedMerged: 'Pagină actualizată. Modificate între timp în altă parte și păstrate: {fields}',
  since: 'Împreună din',
  sinceHint: 'Fără o zi, pagina nu arată niciuna.',
  story: 'Povestea voastră',
  storyPlaceholder: 'Cum a început?',
  together: 'Împreună din {date}',
  years: 'Postări după an',
  write: 'Scrieți-vă povestea',
};
