import { reactToComment } from '../server/src/comments/react.ts';
import { reportComment } from '../server/src/comments/report.ts';
import { createComment, updateComment } from '../server/src/comments/write.ts';
import { readConversation } from '../server/src/messages/conversation.ts';
import { send } from '../server/src/messages/send.ts';
import type { SeededPost } from './seed-posts.ts';
import { type DemoSite, personOf } from './site.ts';
import { type DemoComment, talks } from './talk/comments.ts';
import { conversations } from './talk/conversations.ts';

/** The comments with who likes them, what they said before, and the one that was reported. */
export async function seedComments(site: DemoSite, posts: readonly SeededPost[]): Promise<void> {
  const said = talks.flatMap(({ under, comments }) => {
    const { id, post } = postNamed(posts, under);
    let hours = 0;
    return comments.map((comment) => {
      hours += comment.later;
      return { comment, postId: id, daysAgo: Math.max(0, post.daysAgo - hours / 24) };
    });
  });
  // In the order of the story, as everything that is listed by time.
  for (const { comment, postId, daysAgo } of said.toSorted((a, b) => b.daysAgo - a.daysAgo)) {
    site.clock.daysAgo(daysAgo);
    await seedComment(site, postId, comment);
  }
}

/** The post whose title or caption begins so. */
export function postNamed<Post extends Pick<SeededPost, 'post'>>(
  posts: readonly Post[],
  words: string,
): Post {
  const found = posts.filter(({ post }) => (post.title ?? post.caption ?? '').startsWith(words));
  const [post, ...others] = found;
  if (!post || others.length > 0) throw new Error(`${found.length} posts of the demo begin with ${words}`);
  return post;
}

async function seedComment(site: DemoSite, postId: string, comment: DemoComment): Promise<void> {
  const { context, clock } = site;
  const author = personOf(site, comment.by);
  const [first = comment.text, ...changes] = [...(comment.former ?? []), comment.text];
  const { _id } = await createComment(context, author, { postId, text: first });
  for (const text of changes) {
    clock.later(7);
    await updateComment(context, author, _id, text);
  }
  for (const action of ['like', 'dislike'] as const) {
    for (const name of (action === 'like' ? comment.likedBy : comment.dislikedBy) ?? []) {
      clock.later(9);
      await reactToComment(context, personOf(site, name), _id, { action });
    }
  }
  const { reported } = comment;
  if (reported) await reportComment(context, personOf(site, reported.by), _id, reported.reason);
}

/** Whoever answers has read what was written to them, and so has everybody who is not said to have unread ones. */
export async function seedMessages(site: DemoSite): Promise<void> {
  const { context, clock } = site;
  const letters = conversations.flatMap(({ between, letters: written }) =>
    written.map((message) => ({ ...message, to: between.find((name) => name !== message.from) ?? '' })),
  );
  for (const { from, to, text, daysAgo } of letters.toSorted((a, b) => b.daysAgo - a.daysAgo)) {
    clock.daysAgo(daysAgo);
    await read(site, from, to);
    await send(context, personOf(site, from).id, { recipientId: personOf(site, to).id, message: text });
  }
  for (const { between, letters: written, unreadBy } of conversations) {
    const last = written.at(-1);
    const reader = between.find((name) => name !== last?.from);
    if (!last || !reader || unreadBy !== undefined) continue;
    clock.daysAgo(last.daysAgo);
    clock.later(30);
    await read(site, reader, last.from);
  }
}

const read = (site: DemoSite, reader: string, partner: string) =>
  readConversation(site.context, personOf(site, reader).id, personOf(site, partner).id, {
    page: 1,
    limit: 25,
  });
