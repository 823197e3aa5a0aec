import type { account as en } from '../en/account.ts';
import type { TranslatedArea } from '../shape.ts';

export const account: TranslatedArea<typeof en> = {
  blocked: 'Persoane blocate',
  blockedNobody: 'Nu ai blocat pe nimeni.',
  data: 'Datele tale',
  dataCancel: 'Anulează descărcarea',
  dataDownload: 'Descarcă datele mele',
  dataDownloading: 'Se descarcă: {size}',
  dataFailed: 'Datele tale nu au putut fi descărcate. Încearcă din nou.',
  dataReady: 'Datele tale sunt salvate ca {name}.',
  dataText:
    'Postările, comentariile, mesajele și imaginile tale într-un fișier zip, cu o pagină în care le poți citi.',
  endOf: 'Deconectare: {device}',
  feeds: 'Într-un cititor de fluxuri',
  feedsAddress: 'Adresa fluxului',
  feedsRenew: 'Fă o adresă nouă',
  feedsRenewText: 'Cititoarele care au adresa de acum nu mai primesc nimic.',
  feedsRenewed: 'Ai o adresă nouă.',
  feedsSecretText:
    'Adresa ta secretă: cine o are poate citi postările acestui site. N-o da nimănui în afară de cititorul tău de fluxuri.',
  feedsText: 'Cele mai noi postări pentru un cititor de fluxuri, cum sunt NetNewsWire sau Feedly.',
  proofConfirm: 'Confirmă',
  proofText: 'Te-ai conectat acum ceva timp. Înainte de această schimbare, mai scrie o dată parola.',
  newDevice: 'Nou din {date}. Nu ai fost tu? Deconectează-l și schimbă-ți parola.',
  proofTitle: 'Ești chiar tu?',
  unblock: 'Deblochează',
  unblockOf: 'Deblochează: {username}',
  invitationOnly: 'Aici conturile se fac cu o invitație. Cere un link de la unul dintre cei doi.',
  joinSlogan: 'Ești invitat: fă-ți contul.',
  joinSloganAdmin: 'Ești invitat ca administrator: fă-ți contul.',
  joinTitle: 'Bine ai venit la {name}',
  waitsSlogan: 'Contul tău e făcut.',
  waitsText:
    'Un administrator trebuie să îl aprobe mai întâi. Revino mai târziu și autentifică-te cu numele și parola ta.',
  waitsTitle: 'Aproape gata',
};
