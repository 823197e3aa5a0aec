import { keptComment } from '@duet/contract/comments/rules';
import type { Comment } from '@duet/contract/comments/shapes';
import { call } from '../../../api/client.ts';
import { CallFailure } from '../../../api/failure.ts';
import { addComment, knownIds } from '../cache.ts';

interface Written {
  readonly authorId: string;
  readonly postId: string;
  readonly text: string;
}

/** Comments whose call got no answer, and which ones were known before: the server may have them. */
const unanswered = new Map<string, ReadonlySet<string>>();

/** The comment that a call without an answer has left on the server, if it has. */
export const arrivedComment = (
  newest: readonly Comment[],
  { authorId, text }: Written,
  knownBefore: ReadonlySet<string>,
): Comment | undefined =>
  newest.find(
    (comment) =>
      comment.user_id === authorId && comment.text === keptComment(text) && !knownBefore.has(comment._id),
  );

async function lookForArrived(written: Written, knownBefore: ReadonlySet<string>) {
  const { data } = await call('comments.list', { params: { id: written.postId } });
  return arrivedComment(data.comments, written, knownBefore);
}

/**
 * Writes a comment and puts it into the lists. The same text again after a call without an answer first looks
 * whether the server has it, so that it does not stand twice.
 * @throws CallFailure
 */
export async function writeComment(written: Written): Promise<Comment> {
  const { postId, text } = written;
  const key = JSON.stringify(written);
  const doubted = unanswered.get(key);
  const known = doubted ?? knownIds(postId);
  try {
    const arrived = doubted && (await lookForArrived(written, doubted));
    const comment = arrived ?? (await call('comments.create', { body: { postId, text } })).data.comment;
    unanswered.delete(key);
    addComment(comment);
    return comment;
  } catch (error) {
    if (error instanceof CallFailure && error.status === 0) unanswered.set(key, known);
    throw error;
  }
}
