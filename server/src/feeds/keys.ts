import { createHmac, timingSafeEqual } from 'node:crypto';
import { mayAct } from '../accounts/account.ts';
import type { Context } from '../platform/context.ts';
import type { Viewer } from '../platform/http/handler.ts';
import { currentSite, isOpen } from '../platform/site/settings.ts';
import { atomPath } from './atom.ts';
import { jsonFeedPath } from './json-feed.ts';
import { findGeneration, raiseGeneration } from './store.ts';

/** Where a person finds the feeds. */
interface FeedUrls {
  readonly atom: string;
  readonly json: string;
  /** Whoever has them can read the site. */
  readonly secret: boolean;
}

/**
 * A person's key of the feeds. It is made of the site's pepper, which stays as long as the site, so that the database holds
 * nothing that opens them.
 */
function keyOf({ secrets }: Pick<Context, 'secrets'>, userId: string, generation: number): string {
  const mac = createHmac('sha256', Buffer.from(secrets.pepper, 'base64url'));
  return `${userId}.${mac.update(`feeds|v1|${userId}|${generation}`).digest('base64url')}`;
}

/** Whose key this is; null where it is nobody's, was renewed, or its person has no account any more. */
export async function personOfKey(context: Context, key: string): Promise<string | null> {
  const [, userId] = /^([\w-]{1,64})\.[\w-]{43}$/.exec(key) ?? [];
  if (userId === undefined) return null;
  const expected = await context.cache.get(`feed key ${userId}`, async ({ reads }) => {
    if (!(await mayAct(reads, userId))) return null;
    return { value: keyOf(context, userId, await findGeneration(reads, userId)), bytes: 200 };
  });
  if (expected === null || expected.length !== key.length) return null;
  return timingSafeEqual(Buffer.from(expected), Buffer.from(key)) ? userId : null;
}

/** Where a person finds the feeds now: with a key where not everybody reads. */
export async function feedUrls(context: Context, { id }: Viewer): Promise<FeedUrls> {
  const origin = context.config.publicUrl ?? '';
  if (isOpen(await currentSite(context)))
    return { atom: origin + atomPath, json: origin + jsonFeedPath, secret: false };
  const key = keyOf(context, id, await findGeneration(context.db.read, id));
  return {
    atom: `${origin}${atomPath}?key=${key}`,
    json: `${origin}${jsonFeedPath}?key=${key}`,
    secret: true,
  };
}

/** Ends the person's key; whoever has an address with it reads no further. */
export async function renewKey(context: Context, viewer: Viewer): Promise<FeedUrls> {
  await context.db.write((tx) => raiseGeneration(tx, viewer.id));
  return feedUrls(context, viewer);
}
