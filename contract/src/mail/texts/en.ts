/** What mails say. `{site}` is the name of the site, `{name}` how the person is called, `{time}` a moment of the site's time. */
export const en = {
  hello: 'Hello {name},',
  greeting: 'Hello,',
  footer: 'This mail was sent by {site}: {origin}',
  footerWhy: 'You get it because this address belongs to an account there.',
  linkFallback: 'If the button does nothing, open this address:',

  forgottenSubject: 'A new password for {site}',
  forgottenTitle: 'Choose a new password',
  forgottenText:
    'Somebody, probably you, has said on {site} that they forgot the password of this account. With this link you choose a new one.',
  forgottenButton: 'Choose a new password',
  forgottenGood: 'The link works once, until {time}.',
  forgottenNotYou: 'If it was not you, you need not do anything: your password stays as it is.',

  passwordChangedSubject: 'Your password for {site} was changed',
  passwordChangedTitle: 'Your password was changed',
  passwordChangedText:
    'The password of your account on {site} is another one since {time}. Other devices were signed out.',
  passwordChangedNotYou:
    'If it was neither you nor an admin whom you asked, choose a new one at once and tell the admins of the site.',
  passwordChangedButton: 'Choose a new password',

  approvedSubject: 'You are in: {site}',
  approvedTitle: 'Your account is ready',
  approvedText: 'An admin of {site} has let you in. You can sign in now.',
  approvedButton: 'Sign in',

  declinedSubject: 'Your account on {site}',
  declinedTitle: 'Your account was not accepted',
  declinedText:
    'An admin of {site} has not accepted your account. It was removed, with everything that you had typed for it.',
} as const;

export type MailTexts = { readonly [Key in keyof typeof en]: string };
