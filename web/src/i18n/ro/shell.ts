import type * as en from '../en/shell.ts';
import type { TranslatedArea } from '../shape.ts';

export const actions: TranslatedArea<typeof en.actions> = {
  back: 'Înapoi',
  cancel: 'Anulează',
  close: 'Închide',
  delete: 'Șterge',
  done: 'Gata',
  edit: 'Editează',
  goBack: 'Înapoi',
  goHome: 'Mergi la noutăți',
  retry: 'Încearcă din nou',
  save: 'Salvează',
  view: 'Vezi',
};

export const network: TranslatedArea<typeof en.network> = {
  back: 'Din nou online',
  kept: 'Ești fără conexiune. Așa arăta {when}.',
  lost: 'Fără conexiune',
  offline: 'Nu există conexiune. Verifică internetul și încearcă din nou.',
  timeout: 'Durează prea mult. Încearcă din nou.',
  unexpected: 'A apărut o eroare neașteptată',
};

export const shell: TranslatedArea<typeof en.shell> = {
  about: 'Despre noi',
  accessDenied: 'Acces interzis. Sunt necesare drepturi de administrator.',
  accessDeniedDetail: 'Această parte din {site} este pentru administratori.',
  accessDeniedEdit: 'Pentru a edita postări sunt necesare drepturi de administrator',
  activity: 'Activitate',
  activityUnread: {
    one: 'Activitate, {count} noutate',
    few: 'Activitate, {count} noutăți',
    other: 'Activitate, {count} de noutăți',
  },
  brokenText: 'Această parte a paginii nu s-a încărcat. Verifică conexiunea și încearcă din nou.',
  brokenTitle: 'Lipsește ceva',
  charsLeft: {
    one: 'a mai rămas {count} caracter',
    few: 'au mai rămas {count} caractere',
    other: 'au mai rămas {count} de caractere',
  },
  charsOver: {
    one: 'cu {count} caracter în plus',
    few: 'cu {count} caractere în plus',
    other: 'cu {count} de caractere în plus',
  },
  feed: 'Noutăți',
  loading: 'Se încarcă',
  mainNavigation: 'Navigare principală',
  messages: 'Mesaje',
  messagesUnread: {
    one: 'Mesaje, {count} necitit',
    few: 'Mesaje, {count} necitite',
    other: 'Mesaje, {count} de mesaje necitite',
  },
  newGallery: 'Galerie',
  newPost: 'Postare nouă',
  newRichText: 'Text',
  newVideo: 'Videoclip',
  notFoundText: 'Adresa este poate veche sau scrisă greșit.',
  notFoundTitle: 'Aici nu este nimic',
  profile: 'Profil',
  pullToRefresh: 'Trage pentru a reîncărca',
  refreshing: 'Se reîncarcă',
  settings: 'Setări',
  signIn: 'Conectare',
  skipToContent: 'Sari la conținut',
  toHome: '{site}, către noutăți',
  updateLater: 'Mai târziu',
  updateLoad: 'Încarcă',
  updateNeeded:
    'Partea aceasta vine odată cu ea. Reîncarcă {site}; postările, comentariile și mesajele începute se păstrează.',
  updateText: 'Postările, comentariile și mesajele începute se păstrează.',
  updateTitle: '{site} are o versiune nouă',
  users: 'Utilizatori',
  unsavedTitle: 'Renunți la ce ai scris?',
  unsavedText: 'Nu a fost salvat.',
  unsavedDiscard: 'Renunță',
};

export const time: TranslatedArea<typeof en.time> = {
  now: 'chiar acum',
  recently: 'Recent',
  unknown: 'Dată necunoscută',
};
