import type { Comment } from '@duet/contract/comments/shapes';
import { call } from '../../../api/client.ts';
import { hadNoNetwork } from '../../../api/failure.ts';
import { addComment } from '../cache.ts';
import { forgetSent, sentAs } from './sent-as.ts';
import { unsentComments } from './unsent-comments.ts';

interface Written {
  readonly authorId: string;
  readonly postId: string;
  readonly text: string;
}

/**
 * Writes a comment and puts it into the lists. The same text again after a call without an answer, even after a
 * reload, answers the comment that the server may have already, so that it does not stand twice. Without a network it
 * is kept, to be sent under the same name when there is one; then the answer is null.
 * @throws CallFailure
 */
export async function writeComment({ authorId, postId, text }: Written): Promise<Comment | null> {
  const clientId = sentAs({ authorId, postId, text });
  const comment = await call('comments.create', { body: { postId, text, clientId } })
    .then(({ data }) => data.comment)
    .catch((error: unknown) => {
      if (!hadNoNetwork(error)) throw error;
      unsentComments.put(authorId, { clientId, postId, text, refused: false, reason: null });
      return null;
    });
  forgetSent({ authorId, postId, text });
  if (comment) addComment(comment);
  return comment;
}
