import { recordViews } from '../server/src/views/record.ts';
import type { SeededPost } from './seed-posts.ts';
import { type DemoSite, friends, personOf } from './site.ts';

const guests = 40;

/** What friends and guests have seen of it: the friends nearly all, guests a part. */
export async function seedViews(site: DemoSite, posts: readonly SeededPost[]): Promise<void> {
  const { context, clock, random } = site;
  const open = posts.filter(({ post }) => !post.draft && !post.adminOnly);
  const some = (share: number) => open.filter(() => random.next() < share).map(({ id }) => id);
  const caller = { address: '127.0.0.1', userAgent: '', language: 'en' } as const;
  clock.daysAgo(0.2);
  for (const name of friends) {
    await recordViews(context, { ...caller, viewer: personOf(site, name) }, { postIds: some(0.9) });
  }
  for (let guest = 0; guest < guests; guest += 1) {
    const seen = { postIds: some(random.between(0.05, 0.5)), viewerId: `demo-guest-${guest}` };
    await recordViews(context, { ...caller, address: `203.0.113.${guest + 1}`, viewer: null }, seen);
  }
}
