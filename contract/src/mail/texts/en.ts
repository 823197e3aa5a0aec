/** What mails say. `{site}` is the name of the site, `{name}` how the person is called, `{time}` a moment of the site's time. */
export const en = {
  hello: 'Hello {name},',
  greeting: 'Hello,',
  footer: 'This email was sent by {site}: {origin}',
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
  passwordChangedPasskeys:
    'Your passkeys go on signing you in. Look in your profile whether each of them is yours.',

  passkeyClonedSubject: 'A passkey of yours for {site} was blocked',
  passkeyClonedTitle: 'There is a copy of a passkey of yours',
  passkeyClonedText:
    'Somebody used the passkey “{passkey}” of your account on {site} at {time}, and its count shows that the same passkey was used elsewhere as well. Nobody can use it any more.',
  passkeyClonedDo:
    'Look in your profile whether you know all devices that are signed in, remove the passkey there, and make a new one.',
  passkeyClonedButton: 'See your passkeys and devices',
  passkeyClonedPerhaps: 'It can also be that its device was restored from an old backup, or is broken.',

  footerTyped: 'You get it because somebody gave this address as theirs.',

  verifyEmailSubject: 'Confirm your address for {site}',
  verifyEmailTitle: 'Is this your address?',
  verifyEmailText:
    'The account {username} on {site} was given this address. With this link you confirm that it is yours.',
  verifyEmailButton: 'Confirm the address',
  verifyEmailNotYou: 'If you have no such account, you need not do anything.',
  emailLinkGood: 'The link works once, until {time}.',

  changeEmailSubject: 'Your new address for {site}',
  changeEmailTitle: 'Use this address from now on?',
  changeEmailText:
    'The account {username} on {site} is to have this address. It changes when you open this link, not before.',
  changeEmailButton: 'Use this address',
  changeEmailNotYou: 'If you have no such account, you need not do anything.',

  emailChangingSubject: 'The address of your account on {site} is to change',
  emailChangingTitle: 'Another address for your account',
  emailChangingText:
    'A change of the address of your account on {site} to {address} has been waiting since {time}. It takes place when the link that was mailed there is opened.',
  emailChangingNotYou:
    'If it was not you, choose a new password at once: that takes the change back and signs out all devices.',
  emailChangingButton: 'Choose a new password',

  newDeviceSubject: 'A sign-in from a new device on {site}',
  newDeviceTitle: 'Somebody signed in from a new device',
  newDeviceText:
    'Your account on {site} was signed in to at {time} on a device that was not known before: {device}.',
  newDeviceTextUnknown:
    'Your account on {site} was signed in to at {time} on a device that was not known before.',
  newDeviceButton: 'See your devices',
  newDeviceYou: 'If it was you, you need not do anything.',
  newDeviceNotYou:
    'If it was not you, sign that device out in your profile and choose another password at once.',

  footerInvited: 'You get it because an admin of the site gave this address.',
  invitationSubject: 'You are invited to {site}',
  invitationTitle: 'You are invited',
  invitationText: '{by} invites you to {site}. With this link you create an account there.',
  invitationButton: 'Accept the invitation',
  invitationNot: 'If you do not know who that is, you need not do anything.',

  footerDigest: 'You get it once a week because you asked for it in your profile.',
  unsubscribe: 'No more of these emails',
  digestSubject: 'New on {site} this week',
  digestTitle: 'New this week',
  digestButton: 'Open {site}',
  digestMore: 'There is more on the site.',

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
