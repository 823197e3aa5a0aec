import { escapeHtml } from '@duet/contract/posts/text/html-text';
import { type Feed, type FeedEntry, latest } from './feed.ts';

export const atomPath = '/feed.atom';
export const atomType = 'application/atom+xml; charset=utf-8';

/** What XML 1.0 cannot hold, escaped or not (section 2.2); such a character would make the whole feed unreadable. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const notXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

const text = (value: string): string => escapeHtml(value.replace(notXml, ''));

const element = (name: string, value: string, type?: 'html'): string =>
  `<${name}${type ? ` type="${type}"` : ''}>${text(value)}</${name}>`;

const link = (rel: string, href: string, type?: string): string =>
  `<link rel="${rel}" href="${text(href)}"${type ? ` type="${type}"` : ''}/>`;

/** The feed as Atom (RFC 4287). */
export function atom(feed: Feed): string {
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${feed.language}">`,
    element('id', feed.origin === '' ? 'urn:duet:feed' : `${feed.origin}/`),
    element('title', feed.title),
    element('subtitle', feed.description),
    // RFC 4287 wants a moment, of a feed without entries as well (4.1.1).
    element('updated', latest(feed.entries.map((one) => one.updated))),
    link('self', `${feed.origin}${atomPath}`, 'application/atom+xml'),
    link('alternate', `${feed.origin}/`, 'text/html'),
    ...feed.entries.map(entry),
    '</feed>',
    '',
  ].join('\n');
}

const entry = (one: FeedEntry): string =>
  [
    '<entry>',
    element('id', one.id),
    element('title', one.title),
    link('alternate', one.url, 'text/html'),
    ...(one.video === null ? [] : [link('enclosure', one.video.url, one.video.type)]),
    element('published', one.published),
    element('updated', one.updated),
    `<author>${element('name', one.author)}</author>`,
    element('content', one.html, 'html'),
    '</entry>',
  ].join('\n');
