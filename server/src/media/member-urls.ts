import type { Context } from '../platform/context.ts';
import type { ForMember } from '../platform/http/member-answer.ts';
import type { SiteSettings } from '../platform/site/settings.ts';
import { mediaPrefix } from '../platform/storage/media-url.ts';
import { memberUrl } from './sign.ts';
import { storagePath } from './storage-path.ts';

/** A URL of ours without a signature in clean HTML (`src`) and in block JSON (`url`). */
const inContent = /(src="|"url":")(\/media\/[a-z]+\/[a-z2-7]{2}\/\w+\.[a-z0-9]{2,5})(?=")/g;

/** What people typed comes back as typed, whatever it looks like. */
const typed: ReadonlySet<string> = new Set([
  'text',
  'message',
  'caption',
  'title',
  'alt',
  'name',
  'username',
  'displayName',
  'note',
]);

/** The pictures of the site itself, which guests see as well. */
const openPaths = ({ coverPath, iconPaths }: SiteSettings): ReadonlySet<string | null> =>
  new Set([coverPath, ...Object.values(iconPaths ?? {})]);

/**
 * An answer whose media URLs this person can open, where guests cannot: each is signed for them, wherever it
 * stands. What has been signed already, for what only admins see, stays as it is.
 */
export const withMemberUrls: ForMember = (context, site, grantee, answer) =>
  signed(answer, signerFor(context, site, grantee));

type Sign = (url: string) => string;

function signerFor(context: Context, site: SiteSettings, grantee: string): Sign {
  const open = openPaths(site);
  return (url) => {
    const path = storagePath(url);
    return path === null || open.has(path) ? url : memberUrl(context, path, grantee);
  };
}

function signed<T>(value: T, sign: Sign, key = ''): T {
  if (typeof value === 'string') return typed.has(key) ? value : (signedText(value, sign) as T);
  if (Array.isArray(value)) return value.map((each) => signed(each, sign, key)) as T;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, signed(each, sign, name)]),
  ) as T;
}

function signedText(text: string, sign: Sign): string {
  if (!text.includes(mediaPrefix)) return text;
  if (storagePath(text) !== null) return sign(text);
  return text.replace(inContent, (_, before: string, url: string) => {
    const opened = sign(url);
    return before + (before === 'src="' ? opened.replaceAll('&', '&amp;') : opened);
  });
}
