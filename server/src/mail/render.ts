import { shownName } from '@duet/contract/accounts/shown-name';
import { mailTexts } from '@duet/contract/mail/texts/mail-texts';
import { shadesOf } from '@duet/contract/site/accent';
import type { Language } from '@duet/contract/texts/texts';
import type { SiteSettings } from '../platform/site/settings.ts';
import { htmlOf, type MailContent } from './html.ts';
import type { MailFacts, MailKind } from './mail.ts';

/** A mail as it is sent, but for its sender and recipient. */
export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Of what a mail is made beside its own facts. */
export interface MailSurroundings {
  readonly site: Pick<SiteSettings, 'name' | 'accent' | 'timeZone'>;
  /** Where links lead. */
  readonly origin: string;
  readonly language: Language;
  /** Whom it is for; null for somebody without an account. */
  readonly person: { readonly username: string; readonly displayName: string } | null;
  /** Until when the link of the mail is good, in ms since 1970. */
  readonly expiresAt: number;
  /** The code of the link of the mail. */
  readonly code: string;
}

/** Makes the text of a mail, and the HTML that says the same. */
export function renderMail<Kind extends MailKind>(
  kind: Kind,
  facts: MailFacts[Kind],
  surroundings: MailSurroundings,
): RenderedMail {
  const { site, language } = surroundings;
  const { subject, content } = contentOf(kind, facts, surroundings);
  return {
    subject,
    text: textOf(content),
    html: htmlOf(content, { language, siteName: site.name, shades: shadesOf(site.accent) }),
  };
}

function contentOf<Kind extends MailKind>(kind: Kind, facts: MailFacts[Kind], around: MailSurroundings) {
  const { site, origin, language, person, expiresAt, code } = around;
  const texts = mailTexts(language);
  const time = (at: number) => timeOf(at, language, site.timeZone);
  const declined = kind === 'declined' ? (facts as MailFacts['declined']).name : null;
  const name = declined ?? (person && shownName(person));
  const at = kind === 'passwordChanged' ? Date.parse((facts as MailFacts['passwordChanged']).at) : expiresAt;
  const fill = (text: string) =>
    text.replace(/\{(\w+)\}/g, (whole, key: string) => {
      const values: Record<string, string> = { site: site.name, origin, name: name ?? '', time: time(at) };
      return values[key] ?? whole;
    });
  const button = (text: string, path: string) => ({ text: fill(text), url: origin + path });
  const frame = {
    greeting: fill(name === null ? texts.greeting : texts.hello),
    fallback: texts.linkFallback,
    footer: [fill(texts.footer), ...(person ? [fill(texts.footerWhy)] : [])],
  };
  const contents = {
    forgotten: () => ({
      subject: texts.forgottenSubject,
      title: texts.forgottenTitle,
      paragraphs: [texts.forgottenText],
      button: button(texts.forgottenButton, `/new-password#${code}`),
      notes: [texts.forgottenGood, texts.forgottenNotYou],
    }),
    passwordChanged: () => ({
      subject: texts.passwordChangedSubject,
      title: texts.passwordChangedTitle,
      paragraphs: [texts.passwordChangedText, texts.passwordChangedNotYou],
      button: button(texts.passwordChangedButton, '/forgotten-password'),
      notes: [],
    }),
    approved: () => ({
      subject: texts.approvedSubject,
      title: texts.approvedTitle,
      paragraphs: [texts.approvedText],
      button: button(texts.approvedButton, '/login'),
      notes: [],
    }),
    declined: () => ({
      subject: texts.declinedSubject,
      title: texts.declinedTitle,
      paragraphs: [texts.declinedText],
      button: null,
      notes: [],
    }),
  } as const satisfies Record<MailKind, () => Omit<MailContent, keyof typeof frame> & { subject: string }>;
  const { subject, title, paragraphs, notes, button: link } = contents[kind]();
  const content: MailContent = {
    ...frame,
    title: fill(title),
    paragraphs: paragraphs.map(fill),
    button: link,
    notes: notes.map(fill),
  };
  return { subject: fill(subject), content };
}

/** In the time of the site, which is named: mails are read elsewhere. */
const timeOf = (at: number, language: Language, timeZone: string): string =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : 'ro-RO', {
    ...{ day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit' },
    ...{ hour12: false, timeZone, timeZoneName: 'short' },
  }).format(at);

function textOf({ greeting, paragraphs, button, notes, footer }: MailContent): string {
  const parts = [greeting, ...paragraphs, ...(button ? [`${button.text}:\n${button.url}`] : []), ...notes];
  return `${parts.join('\n\n')}\n\n-- \n${footer.join('\n')}\n`;
}
