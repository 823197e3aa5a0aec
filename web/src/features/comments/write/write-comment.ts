import type { Comment } from '@duet/contract/comments/shapes';
import { call } from '../../../api/client.ts';
import { addComment } from '../cache.ts';
import { forgetSent, sentAs } from './sent-as.ts';

interface Written {
  readonly authorId: string;
  readonly postId: string;
  readonly text: string;
}

/**
 * Writes a comment and puts it into the lists. The same text again after a call without an answer, even after a
 * reload, answers the comment that the server may have already, so that it does not stand twice.
 * @throws CallFailure
 */
export async function writeComment({ authorId, postId, text }: Written): Promise<Comment> {
  const clientId = sentAs({ authorId, postId, text });
  const { comment } = (await call('comments.create', { body: { postId, text, clientId } })).data;
  forgetSent({ authorId, postId });
  addComment(comment);
  return comment;
}
