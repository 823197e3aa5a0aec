import { htmlPolicyVersion } from '@duet/contract/posts/text/html-policy';
import { updateAbout } from '../server/src/about/store.ts';
import { cleanStory } from '../server/src/about/story.ts';
import { setRefs } from '../server/src/media/attach.ts';
import { findPostFiles } from '../server/src/posts/store.ts';
import { updateRow } from '../server/src/site/store.ts';
import type { SeededPost } from './seed-posts.ts';
import type { DemoSite } from './site.ts';

const line = 'Two people, one cat, several hundred soups';

const story = `<p>We met in the kitchen of a friend who had promised there would be chairs. There was one. We shared it, and the last
of the soup, and by midnight we had planned a balcony that neither of us owned.</p>
<p>This is where we keep what we would otherwise lose in our phones: <strong>walks, meals, weather and the cat.</strong> If you are reading
this, you probably fed one of us at some point. Thank you.</p>
<h2>Pe scurt</h2>
<p>Ne-am cunoscut într-o bucătărie, pe un singur scaun. De atunci scriem aici, ca să nu uităm.</p>`;

/** What the two tell of themselves, under a wide picture of theirs. */
export async function seedAbout({ context, clock }: DemoSite, posts: readonly SeededPost[]): Promise<void> {
  clock.daysAgo(0);
  const galleries = posts.filter(({ post }) => !post.adminOnly && !post.draft).map(({ id }) => id);
  const files = await findPostFiles(context.db.read, galleries);
  const cover = files.find(({ role, width, height }) => role === 'gallery' && width > 1.6 * height);
  const together = new Date(clock.now() - 7 * 365 * 86_400_000);
  await context.db.write(async (tx) => {
    await updateAbout(tx, {
      story: cleanStory(story),
      story_policy: htmlPolicyVersion,
      since: `${together.getUTCFullYear()}-02-14`,
    });
    const owner = { type: 'site', id: 'site' } as const;
    await setRefs(context, tx, owner, 'cover', cover ? [{ path: cover.path }] : []);
    await updateRow(tx, { line, cover_path: cover?.path ?? null });
  });
}
