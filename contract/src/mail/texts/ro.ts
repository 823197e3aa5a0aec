import type { MailTexts } from './en.ts';

export const ro: MailTexts = {
  hello: 'Bună, {name},',
  greeting: 'Bună ziua,',
  footer: 'Acest mesaj a fost trimis de {site}: {origin}',
  footerWhy: 'Îl primești pentru că această adresă ține de un cont de acolo.',
  linkFallback: 'Dacă butonul nu face nimic, deschide această adresă:',

  forgottenSubject: 'O parolă nouă pentru {site}',
  forgottenTitle: 'Alege o parolă nouă',
  forgottenText:
    'Cineva, probabil tu, a spus pe {site} că a uitat parola acestui cont. Cu acest link alegi una nouă.',
  forgottenButton: 'Alege o parolă nouă',
  forgottenGood: 'Linkul funcționează o singură dată, până la {time}.',
  forgottenNotYou: 'Dacă nu ai fost tu, nu trebuie să faci nimic: parola ta rămâne cum este.',

  passwordChangedSubject: 'Parola ta pentru {site} a fost schimbată',
  passwordChangedTitle: 'Parola ta a fost schimbată',
  passwordChangedText:
    'Contul tău de pe {site} are altă parolă din {time}. Celelalte dispozitive au fost deconectate.',
  passwordChangedNotYou:
    'Dacă nu ai fost nici tu, nici un administrator pe care l-ai rugat, alege imediat una nouă și anunță administratorii site-ului.',
  passwordChangedButton: 'Alege o parolă nouă',

  approvedSubject: 'Contul tău pe {site} a fost acceptat',
  approvedTitle: 'Contul tău este gata',
  approvedText: 'Un administrator al {site} te-a primit. Te poți conecta acum.',
  approvedButton: 'Conectează-te',

  declinedSubject: 'Contul tău pe {site}',
  declinedTitle: 'Contul tău nu a fost acceptat',
  declinedText:
    'Un administrator al {site} nu a acceptat contul tău. A fost șters, împreună cu tot ce ai scris pentru el.',
};
