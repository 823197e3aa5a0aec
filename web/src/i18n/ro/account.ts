import type { account as en } from '../en/account.ts';
import type { TranslatedArea } from '../shape.ts';

export const account: TranslatedArea<typeof en> = {
  approvalSlogan: 'Un administrator aprobă fiecare cont nou înainte de prima conectare.',
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
  feedsRenew: 'Creează o adresă nouă',
  feedsRenewText: 'Cititoarele care au adresa de acum nu mai primesc nimic.',
  feedsRenewed: 'Ai o adresă nouă.',
  feedsSecretText:
    'Adresa ta secretă: oricine o are poate citi postările acestui site. Dă-o numai cititorului tău de fluxuri.',
  feedsText: 'Cele mai noi postări pentru un cititor de fluxuri, cum sunt NetNewsWire sau Feedly.',
  proofConfirm: 'Confirmă',
  proofText: 'Te-ai conectat acum ceva timp. Ca să continui, mai scrie o dată parola.',
  newDevice: 'Nou din {date}. Nu ai fost tu? Deconectează-l și schimbă-ți parola.',
  proofTitle: 'Ești chiar tu?',
  unblock: 'Deblochează',
  unblockOf: 'Deblochează pe {username}',
  invitationOnly: 'Aici conturile se creează numai cu o invitație. Cere un link de la unul dintre cei doi.',
  joinSlogan: 'Ești invitat: creează-ți contul.',
  joinSloganAdmin: 'Ești invitat ca administrator: creează-ți contul.',
  joinTitle: 'Bine ai venit la {name}',
  waitsSlogan: 'Contul tău este creat.',
  waitsText:
    'Un administrator trebuie să îl aprobe mai întâi. Revino mai târziu și conectează-te cu numele și parola ta.',
  waitsTitle: 'Aproape gata',
};
