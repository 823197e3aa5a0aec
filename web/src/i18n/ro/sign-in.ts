import type { signIn as en } from '../en/sign-in.ts';
import type { TranslatedArea } from '../shape.ts';

export const signIn: TranslatedArea<typeof en> = {
  needed:
    'Ca administrator ai nevoie aici de un al doilea pas: codurile unei aplicații sau o cheie de acces. Până configurezi unul, poți face ce pot toți.',
  neededFirst:
    'Configurează mai întâi un al doilea pas al tău: codurile unei aplicații sau o cheie de acces.',
  forgottenAgain: 'Încearcă altă adresă',
  forgottenButton: 'Trimite linkul',
  forgottenFailed: 'Linkul nu a putut fi cerut',
  forgottenNone:
    'Acest site nu trimite e-mailuri. Întreabă pe unul dintre cei doi al căror site este: îți pot da un link pentru o parolă nouă.',
  forgottenSent:
    'Dacă un cont de aici are adresa {email}, un e-mail cu un link este pe drum. Linkul este valabil o oră.',
  forgottenSentHint: 'Nimic după câteva minute? Caută în spam și verifică dacă adresa este corectă.',
  forgottenSentTitle: 'Verifică-ți e-mailul',
  forgottenSlogan: 'Trimitem un link la adresa contului tău. Cu el alegi o parolă nouă.',
  forgottenTitle: 'Ai uitat parola?',
  app: 'Aplicație de autentificare',
  appOff:
    'Oprită. Cu ea, conectarea cere și un cod pe care îl arată o aplicație de pe telefonul tău, ca parola singură să nu fie de ajuns.',
  appOn: 'Pornită din {date}. Conectarea cere un cod al aplicației.',
  appOpen: 'Deschide într-o aplicație de pe acest dispozitiv',
  back: 'Înapoi la conectare',
  code: 'Cod',
  codeHint: 'Cele șase cifre pe care le arată aplicația ta de autentificare.',
  codesCopied: 'Codurile sunt copiate.',
  codesCopy: 'Copiază',
  codesDone: 'Le-am păstrat',
  codesDownload: 'Descarcă',
  codesFile:
    '{site}: codurile de recuperare ale lui {username}. Fiecare merge o singură dată, în locul unui cod al aplicației.',
  codesKeep:
    'Păstrează aceste coduri unde le găsești și fără telefon. Fiecare te lasă să intri o dată, dacă pierzi aplicația. Se văd numai acum.',
  codesLabel: 'Coduri de recuperare',
  codesLeft: {
    one: 'A mai rămas {count} cod de recuperare.',
    few: 'Au mai rămas {count} coduri de recuperare.',
    other: 'Au mai rămas {count} de coduri de recuperare.',
  },
  codesNew: 'Coduri de recuperare noi',
  codesNewText: 'Cele dinainte nu vor mai fi valabile.',
  codesTitle: 'Codurile tale de recuperare',
  continue: 'Continuă',
  over: 'A durat mai mult de cinci minute. Conectează-te din nou.',
  qrLabel: 'Cod QR pentru aplicația de autentificare',
  recoveryCode: 'Cod de recuperare',
  recoveryHint:
    'Unul dintre cele pe care le-ai păstrat când ai pornit al doilea pas. Fiecare merge o singură dată.',
  scan: 'Scanează codul cu o aplicație de autentificare, de exemplu Aegis, Google Authenticator sau parolele telefonului.',
  secret: 'Cheia de introdus cu mâna',
  secretCopied: 'Cheia este copiată.',
  section: 'Conectare',
  setUp: 'Configurează',
  setUpTitle: 'Configurează aplicația de autentificare',
  slogan: 'Parola este corectă. Acum, codul din aplicație.',
  title: 'Încă un pas',
  turnedOff: 'Al doilea pas este oprit.',
  turnedOn: 'Al doilea pas este pornit.',
  turnOff: 'Oprește',
  turnOffText: 'Atunci ajunge doar parola. Codurile de recuperare nu mai sunt valabile.',
  turnOffTitle: 'Oprești al doilea pas?',
  turnOn: 'Pornește',
  typeCode: 'Apoi introdu codul pe care îl arată aplicația.',
  useApp: 'Folosește aplicația de autentificare',
  useRecovery: 'Folosește un cod de recuperare',
};
