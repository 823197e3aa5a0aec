import type { MailTexts } from '@duet/contract/mail/texts/en';
import type { MailFacts, MailKind } from './mail.ts';

/** What a kind of mail says; its placeholders are filled afterwards (render.ts). */
interface Content {
  readonly subject: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
  /** Where it leads below the origin of the site. */
  readonly button: { readonly text: string; readonly path: string } | null;
  readonly notes: readonly string[];
  /** Why it was sent, where not for having an account. */
  readonly why?: string;
  /** To an address that may be anybody's: it greets nobody by a name that somebody else may have chosen. */
  readonly toStranger?: true;
}

interface Details<Kind extends MailKind> {
  readonly facts: MailFacts[Kind];
  /** Of the link of the mail. */
  readonly code: string;
  /** Of the weekly mail: whether there were more posts than it shows. */
  readonly more: boolean;
}

/** The content of each kind of mail. */
export const mailContents: {
  readonly [Kind in MailKind]: (texts: MailTexts, details: Details<Kind>) => Content;
} = {
  forgotten: (texts, { code }) => ({
    subject: texts.forgottenSubject,
    title: texts.forgottenTitle,
    paragraphs: [texts.forgottenText],
    button: { text: texts.forgottenButton, path: `/new-password#${code}` },
    notes: [texts.forgottenGood, texts.forgottenNotYou],
  }),
  passwordChanged: (texts, { facts }) => ({
    subject: texts.passwordChangedSubject,
    title: texts.passwordChangedTitle,
    paragraphs: [texts.passwordChangedText, texts.passwordChangedNotYou],
    button: { text: texts.passwordChangedButton, path: '/forgotten-password' },
    notes: facts.passkeys ? [texts.passwordChangedPasskeys] : [],
  }),
  passkeyCloned: (texts) => ({
    subject: texts.passkeyClonedSubject,
    title: texts.passkeyClonedTitle,
    paragraphs: [texts.passkeyClonedText, texts.passkeyClonedDo],
    button: { text: texts.passkeyClonedButton, path: '/profile' },
    notes: [texts.passkeyClonedPerhaps],
  }),
  verifyEmail: (texts, { code }) => ({
    subject: texts.verifyEmailSubject,
    title: texts.verifyEmailTitle,
    paragraphs: [texts.verifyEmailText],
    button: { text: texts.verifyEmailButton, path: `/confirm-email#${code}` },
    notes: [texts.emailLinkGood, texts.verifyEmailNotYou],
    why: texts.footerTyped,
    toStranger: true,
  }),
  changeEmail: (texts, { code }) => ({
    subject: texts.changeEmailSubject,
    title: texts.changeEmailTitle,
    paragraphs: [texts.changeEmailText],
    button: { text: texts.changeEmailButton, path: `/confirm-email#${code}` },
    notes: [texts.emailLinkGood, texts.changeEmailNotYou],
    why: texts.footerTyped,
    toStranger: true,
  }),
  emailChanging: (texts) => ({
    subject: texts.emailChangingSubject,
    title: texts.emailChangingTitle,
    paragraphs: [texts.emailChangingText, texts.emailChangingNotYou],
    button: { text: texts.emailChangingButton, path: '/forgotten-password' },
    notes: [],
  }),
  newDevice: (texts, { facts }) => ({
    subject: texts.newDeviceSubject,
    title: texts.newDeviceTitle,
    paragraphs: [facts.device === '' ? texts.newDeviceTextUnknown : texts.newDeviceText],
    button: { text: texts.newDeviceButton, path: '/profile' },
    notes: [texts.newDeviceYou, texts.newDeviceNotYou],
  }),
  invitation: (texts, { code }) => ({
    subject: texts.invitationSubject,
    title: texts.invitationTitle,
    paragraphs: [texts.invitationText],
    button: { text: texts.invitationButton, path: `/join#${code}` },
    notes: [texts.invitationNot],
    why: texts.footerInvited,
    toStranger: true,
  }),
  approved: (texts) => ({
    subject: texts.approvedSubject,
    title: texts.approvedTitle,
    paragraphs: [texts.approvedText],
    button: { text: texts.approvedButton, path: '/login' },
    notes: [],
  }),
  declined: (texts) => ({
    subject: texts.declinedSubject,
    title: texts.declinedTitle,
    paragraphs: [texts.declinedText],
    button: null,
    notes: [],
  }),
  digest: (texts, { more }) => ({
    subject: texts.digestSubject,
    title: texts.digestTitle,
    paragraphs: [],
    button: { text: texts.digestButton, path: '/home' },
    notes: more ? [texts.digestMore] : [],
    why: texts.footerDigest,
  }),
};
