import type { passkeys as en } from '../en/passkeys.ts';
import type { TranslatedArea } from '../shape.ts';

export const passkeys: TranslatedArea<typeof en> = {
  cloned: 'Blocată din {date}: există o copie a ei. Elimin-o, adaugă una nouă și verifică dispozitivele.',
  look: 'Vezi-le',
  stay: 'Cheile tale de acces te conectează în continuare. Verifică dacă toate sunt ale tale.',
  add: 'Adaugă o cheie de acces',
  added: 'Cheia de acces este adăugată.',
  known: 'Dispozitivul are deja o cheie de acces pentru contul tău.',
  list: 'Cheile tale de acces',
  name: 'Nume',
  nameHint: 'După care o recunoști, de exemplu cel al dispozitivului.',
  neverUsed: 'Încă nefolosită',
  notAdded: 'Nu s-a adăugat nicio cheie de acces.',
  notUsed: 'Nu s-a folosit nicio cheie de acces. Încearcă din nou sau continuă cu parola.',
  remove: 'Elimină',
  removed: 'Cheia de acces este eliminată.',
  removeOf: 'Elimină cheia de acces {name}',
  removeText:
    '„{name}” nu te mai conectează. Dispozitivul poate să o arate în continuare: elimin-o și acolo.',
  removeTitle: 'Elimini cheia de acces?',
  rename: 'Redenumește',
  renameOf: 'Redenumește cheia de acces {name}',
  renameTitle: 'Redenumește cheia de acces',
  save: 'Salvează',
  secondStep: 'Parola este corectă. Acum, cheia de acces.',
  since: 'Adăugată pe {date}',
  synced: 'sincronizată',
  text: 'O cheie de acces te conectează cu degetul, cu fața sau cu PIN-ul dispozitivului, în locul parolei și al codului.',
  title: 'Chei de acces',
  unsupported:
    'Aici nu se pot face sau folosi chei de acces: e nevoie de un browser mai nou sau de o adresă a site-ului cu https și cu un nume.',
  use: 'Folosește o cheie de acces',
};
