/** Every number of the product, named, with its unit. Sources: product.md §5 and §9, decisions.md, security.md. */

import { dayMs, hourMs, minuteMs } from './units.ts';

/** By subject. The namespace of a module and no object: a build of the app leaves out the subjects that it never names. */
export * as limits from './limits-of-subjects.ts';
export { dayMs, hourMs, MB, minuteMs } from './units.ts';

interface RateLimit {
  readonly points: number;
  readonly perMs: number;
  /** Whom a count belongs to. */
  readonly by: 'address' | 'person' | 'account' | 'upload';
}

/** security.md §4. Every figure is multiplied by `DUET_RATE_LIMIT`; 0 turns them off. */
export const rateLimits = {
  loginAddress: { points: 25, perMs: 5 * minuteMs, by: 'address' },
  loginAccount: { points: 50, perMs: hourMs, by: 'account' },
  /** Second steps tried for one account, right or wrong. */
  secondStep: { points: 30, perMs: hourMs, by: 'account' },
  /** Challenges for passkeys, and what answers them. */
  passkeys: { points: 100, perMs: 5 * minuteMs, by: 'address' },
  register: { points: 5, perMs: 30 * minuteMs, by: 'address' },
  anonymous: { points: 300, perMs: 5 * minuteMs, by: 'address' },
  /** Pages of posts that come with a preview for those who show links; more come without. */
  pages: { points: 300, perMs: 5 * minuteMs, by: 'address' },
  signedIn: { points: 1500, perMs: 5 * minuteMs, by: 'person' },
  messages: { points: 30, perMs: minuteMs, by: 'person' },
  /** Searches for somebody to write to, about one for each letter that is typed. */
  peopleSearch: { points: 60, perMs: minuteMs, by: 'person' },
  messagesDay: { points: 300, perMs: dayMs, by: 'person' },
  comments: { points: 20, perMs: minuteMs, by: 'person' },
  likes: { points: 60, perMs: minuteMs, by: 'person' },
  reports: { points: 10, perMs: hourMs, by: 'person' },
  views: { points: 60, perMs: minuteMs, by: 'address' },
  imageUpload: { points: 60, perMs: 10 * minuteMs, by: 'person' },
  pushSubscriptions: { points: 30, perMs: hourMs, by: 'person' },
  /** Downloads of one's own data. */
  dataExport: { points: 5, perMs: hourMs, by: 'person' },
  profilePhoto: { points: 10, perMs: hourMs, by: 'person' },
  uploadInit: { points: 20, perMs: hourMs, by: 'person' },
  /** In place of the general limit, which a single video would use up. */
  uploadChunk: { points: 2000, perMs: minuteMs, by: 'upload' },
  /** People whom an admin adds. */
  createUser: { points: 60, perMs: hourMs, by: 'person' },
  passwordChange: { points: 10, perMs: 10 * minuteMs, by: 'person' },
  /** Mails to an address that somebody says is theirs. */
  emailChange: { points: 6, perMs: hourMs, by: 'person' },
  usernameChange: { points: 20, perMs: hourMs, by: 'person' },
  /** Runs of one kind: of media, of drafts. */
  cleanup: { points: 6, perMs: hourMs, by: 'person' },
  /** Links for a forgotten password that somebody asks for, and that one address gets; more are answered and not sent. */
  forgottenAddress: { points: 10, perMs: hourMs, by: 'address' },
  forgottenAccount: { points: 3, perMs: hourMs, by: 'account' },
  notFound: { points: 100, perMs: 5 * minuteMs, by: 'address' },
} as const satisfies Record<string, RateLimit>;

export type RateLimitName = keyof typeof rateLimits;

/** After `free` failures of one address on one account: 1, 2, 4 … up to `maxSeconds` of waiting. */
export const loginBackoff = { free: 5, maxSeconds: 900 } as const;
