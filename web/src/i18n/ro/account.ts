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
  endOf: 'Deconectează: {device}',
  proofConfirm: 'Confirmă',
  proofText: 'Te-ai conectat acum ceva timp. Înainte de această schimbare, mai scrie o dată parola.',
  proofTitle: 'Ești chiar tu?',
  unblock: 'Deblochează',
  unblockOf: 'Deblochează: {username}',
};
