import { shownName } from '@duet/contract/accounts/shown-name';
import { mailTexts } from '@duet/contract/mail/texts/mail-texts';
import { shadesOf } from '@duet/contract/site/accent';
import type { Language } from '@duet/contract/texts/texts';
import type { SiteSettings } from '../platform/site/settings.ts';
import { mailContents } from './contents.ts';
import { htmlOf, type MailContent } from './html.ts';
import type { DigestContent, MailFacts, MailKind } from './mail.ts';

/** A mail as it is sent, but for its sender and recipient. */
export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Where its reader ends mails of its kind; null for those about an account. */
  readonly unsubscribe: string | null;
}

/** Of what a mail is made beside its own facts. */
interface MailContext {
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
  /** Of the weekly mail. */
  readonly digest?: DigestContent | undefined;
}

/** Makes the text of a mail, and the HTML that says the same. */
export function renderMail<Kind extends MailKind>(
  kind: Kind,
  facts: MailFacts[Kind],
  context: MailContext,
): RenderedMail {
  const { site, language } = context;
  const { subject, content } = contentOf(kind, facts, context);
  return {
    subject,
    text: textOf(content),
    unsubscribe: content.unsubscribe?.url ?? null,
    html: htmlOf(content, { language, siteName: site.name, shades: shadesOf(site.accent) }),
  };
}

function contentOf<Kind extends MailKind>(kind: Kind, facts: MailFacts[Kind], context: MailContext) {
  const { site, origin, language, person, expiresAt, code, digest } = context;
  const texts = mailTexts(language);
  const known = stringsOf(facts);
  const at = known.at === undefined ? expiresAt : Date.parse(known.at);
  const { subject, title, paragraphs, button, notes, why, toStranger } = mailContents[kind](texts, {
    ...{ facts, code },
    more: digest?.more ?? false,
  });
  const name = toStranger ? null : (known.name ?? (person && shownName(person)));
  const values: Readonly<Record<string, string>> = {
    username: person?.username ?? '',
    ...known,
    ...{ site: site.name, origin, name: name ?? '', time: timeOf(at, language, site.timeZone) },
  };
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (whole, key: string) => values[key] ?? whole);
  const content: MailContent = {
    greeting: fill(name === null ? texts.greeting : texts.hello),
    title: fill(title),
    paragraphs: paragraphs.map(fill),
    button: button && { text: fill(button.text), url: origin + button.path },
    posts: digest?.posts ?? [],
    notes: notes.map(fill),
    unsubscribe: digest ? { text: texts.unsubscribe, url: digest.unsubscribe } : null,
    fallback: texts.linkFallback,
    footer: [texts.footer, why ?? (person ? texts.footerWhy : '')].filter(Boolean).map(fill),
  };
  return { subject: fill(subject), content };
}

/** The facts that are texts, for the placeholders of the same names. */
const stringsOf = (facts: object): { readonly [key: string]: string } =>
  Object.fromEntries(
    Object.entries(facts).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );

/** In the time of the site, which is named: mails are read elsewhere. */
const timeOf = (at: number, language: Language, timeZone: string): string =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : 'ro-RO', {
    ...{ day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit' },
    ...{ hour12: false, timeZone, timeZoneName: 'short' },
  }).format(at);

function textOf({ greeting, paragraphs, posts, button, notes, footer, unsubscribe }: MailContent): string {
  const listed = posts.map(({ title, by, text, url }) =>
    [`${title} (${by})`, text, url].filter(Boolean).join('\n'),
  );
  const parts = [
    greeting,
    ...paragraphs,
    ...listed,
    ...(button ? [`${button.text}:\n${button.url}`] : []),
    ...notes,
  ];
  const below = [...footer, ...(unsubscribe ? [`${unsubscribe.text}: ${unsubscribe.url}`] : [])];
  return `${parts.join('\n\n')}\n\n-- \n${below.join('\n')}\n`;
}
