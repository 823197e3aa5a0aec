import type { Activity } from '@duet/contract/activity/shapes';
import { limits } from '@duet/contract/limits';
import type { Pagination } from '@duet/contract/posts/shapes';
import { oneLine } from '@duet/contract/posts/text/html-text';
import { findPeople } from '../accounts/person.ts';
import type { Context } from '../platform/context.ts';
import type { Reads } from '../platform/db/database.ts';
import { textOf } from '../posts/text/content.ts';
import { presentActivity, type Subject } from './present.ts';
import {
  type Act,
  type ActKind,
  countActs,
  type FoundPost,
  findComments,
  findPosts,
  listActs,
} from './store.ts';

/** A page of what people did, the newest first. */
export async function showActivity(
  { db }: Context,
  kinds: readonly ActKind[],
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<{ activities: Activity[]; pagination: Pagination }> {
  const [acts, totalCount] = await Promise.all([
    listActs(db.scan, kinds, { offset: (page - 1) * limit, limit }),
    countActs(db.scan, kinds),
  ]);
  const [people, subjects] = await Promise.all([
    findPeople(
      db.read,
      acts.map((act) => act.user_id),
    ),
    findSubjects(db.read, acts),
  ]);
  const activities = acts.flatMap((act) => {
    const person = people.get(act.user_id);
    const subject = subjects.get(act.subject_id);
    return person && subject ? [presentActivity(act, person, subject)] : [];
  });
  return { activities, pagination: { page, limit, totalCount, hasMore: page * limit < totalCount } };
}

/** By the acts' `subject_id`. */
async function findSubjects(reads: Reads, acts: readonly Act[]): Promise<Map<string, Subject>> {
  const idsOf = (ofPost: boolean) => [
    ...new Set(acts.filter(({ type }) => (type === 'like') === ofPost).map((act) => act.subject_id)),
  ];
  const [comments, posts] = await Promise.all([
    findComments(reads, idsOf(false)),
    findPosts(reads, idsOf(true)),
  ]);
  return new Map<string, Subject>([
    ...comments.map(
      (comment) => [comment.id, { postId: comment.post_id, comment, content: comment.text }] as const,
    ),
    ...posts.map(
      (post) => [post.id, { postId: post.id, comment: null, content: beginningOf(post) }] as const,
    ),
  ]);
}

/** How a post begins: its title, else its caption, else its text. */
function beginningOf({ title, caption, content, content_format }: FoundPost): string {
  const text = oneLine(title || caption || textOf(content, content_format));
  const characters = [...text];
  const { previewChars } = limits.activity;
  return characters.length <= previewChars ? text : `${characters.slice(0, previewChars - 1).join('')}…`;
}
