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
  passwordChangedPasskeys:
    'Cheile tale de acces te conectează în continuare. Verifică în profil dacă toate sunt ale tale.',

  passkeyClonedSubject: 'O cheie de acces a ta pentru {site} a fost blocată',
  passkeyClonedTitle: 'Există o copie a unei chei de acces a ta',
  passkeyClonedText:
    'Cineva a folosit cheia de acces „{passkey}” a contului tău de pe {site} în {time}, iar contorul ei arată că aceeași cheie a fost folosită și în altă parte. Nimeni nu o mai poate folosi.',
  passkeyClonedDo:
    'Verifică în profil dacă recunoști toate dispozitivele conectate, elimină cheia de acolo și adaugă una nouă.',
  passkeyClonedButton: 'Vezi cheile și dispozitivele tale',
  passkeyClonedPerhaps:
    'Se poate și ca dispozitivul ei să fi fost restaurat dintr-o copie veche sau să fie defect.',

  footerTyped: 'Îl primești pentru că cineva a dat această adresă ca fiind a sa.',

  verifyEmailSubject: 'Confirmă-ți adresa pentru {site}',
  verifyEmailTitle: 'Este adresa ta?',
  verifyEmailText:
    'Contul {username} de pe {site} are trecută această adresă. Cu acest link confirmi că este a ta.',
  verifyEmailButton: 'Confirmă adresa',
  verifyEmailNotYou: 'Dacă nu ai un astfel de cont, nu trebuie să faci nimic.',
  emailLinkGood: 'Linkul funcționează o singură dată, până la {time}.',

  changeEmailSubject: 'Noua ta adresă pentru {site}',
  changeEmailTitle: 'Folosești această adresă de acum înainte?',
  changeEmailText:
    'Contul {username} de pe {site} urmează să aibă această adresă. Se schimbă când deschizi acest link, nu înainte.',
  changeEmailButton: 'Folosește această adresă',
  changeEmailNotYou: 'Dacă nu ai un astfel de cont, nu trebuie să faci nimic.',

  emailChangingSubject: 'Adresa contului tău de pe {site} urmează să se schimbe',
  emailChangingTitle: 'Altă adresă pentru contul tău',
  emailChangingText:
    'Adresa contului tău de pe {site} urmează să devină {address}; schimbarea așteaptă din {time}. Are loc când este deschis linkul trimis acolo.',
  emailChangingNotYou:
    'Dacă nu ai fost tu, alege imediat o parolă nouă: astfel schimbarea este retrasă și toate dispozitivele sunt deconectate.',
  emailChangingButton: 'Alege o parolă nouă',

  newDeviceSubject: 'O conectare de pe un dispozitiv nou pe {site}',
  newDeviceTitle: 'Cineva s-a conectat de pe un dispozitiv nou',
  newDeviceText:
    'La contul tău de pe {site} s-a conectat cineva în {time} de pe un dispozitiv necunoscut până acum: {device}.',
  newDeviceTextUnknown:
    'La contul tău de pe {site} s-a conectat cineva în {time} de pe un dispozitiv necunoscut până acum.',
  newDeviceButton: 'Vezi dispozitivele tale',
  newDeviceYou: 'Dacă ai fost tu, nu trebuie să faci nimic.',
  newDeviceNotYou:
    'Dacă nu ai fost tu, deconectează acel dispozitiv din profilul tău și alege imediat altă parolă.',

  footerInvited: 'Îl primești pentru că un administrator al site-ului a dat această adresă.',
  invitationSubject: 'Ai o invitație pe {site}',
  invitationTitle: 'Ai o invitație',
  invitationText: '{by} te invită pe {site}. Cu acest link îți creezi acolo un cont.',
  invitationButton: 'Acceptă invitația',
  invitationNot: 'Dacă nu știi cine este, nu trebuie să faci nimic.',

  footerDigest: 'Îl primești o dată pe săptămână pentru că ai cerut asta în profilul tău.',
  unsubscribe: 'Nu mai vreau aceste mesaje',
  digestSubject: 'Noutățile săptămânii pe {site}',
  digestTitle: 'Noutățile săptămânii',
  digestButton: 'Deschide {site}',
  digestMore: 'Pe site sunt mai multe.',

  approvedSubject: 'Contul tău pe {site} a fost acceptat',
  approvedTitle: 'Contul tău este gata',
  approvedText: 'Un administrator de pe {site} te-a primit. Te poți conecta acum.',
  approvedButton: 'Conectează-te',

  declinedSubject: 'Contul tău pe {site}',
  declinedTitle: 'Contul tău nu a fost acceptat',
  declinedText:
    'Un administrator de pe {site} nu a acceptat contul tău. A fost șters, împreună cu tot ce ai scris pentru el.',
};
