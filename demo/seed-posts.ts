import { markRead, newestAct } from '../server/src/activity/unread.ts';
import { uploadImageBase64 } from '../server/src/media/upload-image.ts';
import type { Viewer } from '../server/src/platform/http/handler.ts';
import { createDraft } from '../server/src/posts/draft.ts';
import { likePost } from '../server/src/posts/like.ts';
import { publishPost } from '../server/src/posts/publish.ts';
import { setExtraCount } from '../server/src/posts/set-counts.ts';
import { changePost } from '../server/src/posts/update.ts';
import type { Motif } from './art/paint.ts';
import { paintAhead } from './painted.ts';
import { couple } from './people.ts';
import { type DemoPost, pic } from './post.ts';
import { firstYear } from './posts/first-year.ts';
import { notPublic, secondYear } from './posts/second-year.ts';
import { seedVideo } from './seed-video.ts';
import { type DemoSite, friends, personOf } from './site.ts';

/** Every post of the demo in the order of its story. */
const posts = [...firstYear, ...secondYear, ...notPublic].toSorted((a, b) => b.daysAgo - a.daysAgo);

/** Uploaded once, by mistake or in a hurry, and used nowhere: what the media clean-up is for. */
const orphans = [
  { daysAgo: 90, ...pic('sea', 'winter', 'wide', 'orphan one') },
  { daysAgo: 31, ...pic('flowers', 'dusk', 'photo', 'orphan two') },
  { daysAgo: 6, ...pic('city', 'golden', 'square', 'orphan three') },
];

/** So many of the last posts have what the two have not seen yet. */
const newPosts = 3;

/** A post as it was made: its id, and whether everybody sees it. */
export interface SeededPost {
  readonly id: string;
  readonly post: DemoPost;
}

/** Makes the posts with their pictures, likes and counts, drafts, and files that nothing uses. */
export async function seedPosts(site: DemoSite): Promise<SeededPost[]> {
  const pictures = [...posts.flatMap(picturesOf), ...orphans];
  site.say(`Painting ${pictures.length} pictures for ${posts.length} posts …`);
  const painted = paintAhead(pictures, { say: site.say, begin: site.beginPicture });
  const seeded: SeededPost[] = [];
  for (const [at, post] of posts.entries()) {
    // The two have looked at what happened before; the last days are new to them.
    if (at === posts.length - newPosts) await seeActivity(site);
    seeded.push({ id: await seedPost(site, post, painted), post });
  }
  for (const { daysAgo } of orphans) {
    site.clock.daysAgo(daysAgo);
    await upload(site, personOf(site, 'matei'), painted);
  }
  return seeded;
}

async function seeActivity(site: DemoSite): Promise<void> {
  const upTo = await newestAct(site.context);
  for (const name of couple) await markRead(site.context, personOf(site, name).id, upTo);
}

const picturesOf = ({ pictures = [], poster }: DemoPost): readonly Motif[] => (poster ? [poster] : pictures);

async function nextOf(painted: AsyncGenerator<Buffer>): Promise<Buffer> {
  const { value, done } = await painted.next();
  if (done) throw new Error('the demo has more posts than pictures');
  return value;
}

async function upload(
  site: DemoSite,
  owner: Viewer,
  painted: AsyncGenerator<Buffer>,
  draftId?: string,
): Promise<string> {
  const sent = { imageData: (await nextOf(painted)).toString('base64'), fileName: 'IMG_2014.jpg', draftId };
  const { url } = await uploadImageBase64(site.context, owner, sent);
  return url;
}

async function seedPost(site: DemoSite, post: DemoPost, painted: AsyncGenerator<Buffer>): Promise<string> {
  const { context, clock } = site;
  const author = personOf(site, post.by);
  clock.daysAgo(post.daysAgo);
  if (post.poster) {
    const id = await seedVideo(site, author, post, await nextOf(painted));
    await addCounts(site, id, post);
    return id;
  }
  const { _id } = await createDraft(context, author, post.content === undefined ? 'gallery' : 'richText');
  const images: { url: string; alt: string }[] = [];
  for (const { alt } of post.pictures ?? [])
    images.push({ url: await upload(site, author, painted, _id), alt });
  const body = {
    title: post.title,
    caption: post.caption,
    adminOnlyVisibility: post.adminOnly,
    ...(post.content === undefined ? { mediaUrls: images } : { content: withPictures(post.content, images) }),
  };
  if (post.draft) await changePost(context, author, _id, body);
  else {
    await publishPost(context, author, _id, body);
    await addCounts(site, _id, post);
  }
  return _id;
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

type Content = NonNullable<DemoPost['content']>;

function withPictures(content: Content, images: readonly { url: string; alt: string }[]) {
  if (typeof content !== 'string') return content;
  return content.replace(/<img src="(\d+)">/g, (_, number: string) => {
    const image = images[Number(number)];
    return image ? `<img src="${escaped(image.url)}" alt="${escaped(image.alt)}">` : '';
  });
}

/** Likes of friends, in an order of chance, and the counts that an admin adds. */
async function addCounts(
  site: DemoSite,
  id: string,
  { likes = 0, extraLikes, extraViews, by }: DemoPost,
): Promise<void> {
  const { context, clock, random } = site;
  const shuffled = friends
    .map((name) => ({ name, order: random.next() }))
    .toSorted((a, b) => a.order - b.order);
  for (const { name } of shuffled.slice(0, likes)) {
    clock.later(random.between(4, 90));
    await likePost(context, personOf(site, name), { postId: id });
  }
  const author = personOf(site, by);
  if (extraLikes) await setExtraCount(context, author, id, { likes_extra: extraLikes }, '');
  if (extraViews) await setExtraCount(context, author, id, { views_extra: extraViews }, '');
}
