import type { Comment, CommentAction } from '@duet/contract/comments/shapes';
import { limits } from '@duet/contract/limits';
import { call } from '../../../api/client.ts';
import { failureText, isTransient, needsSignIn } from '../../../api/failure.ts';
import { retryOnce } from '../../../api/retry-once.ts';
import { ToggleQueue } from '../../../api/toggle.ts';
import { t } from '../../../i18n/language.ts';
import { toast } from '../../../ui/toast.ts';
import { changeComment, optimisticComments, refreshComments } from '../cache.ts';
import { askToSignIn } from '../sign-in-detour.ts';
import { type Reaction, reacted } from './reaction.ts';

const queues = new Map<string, ToggleQueue<Reaction>>();

/** Likes or dislikes a comment: shown at once, told to the server when the taps pause, taken back when that fails. */
export function react(comment: Comment, action: CommentAction): void {
  const queue = queues.get(comment._id) ?? queueOf(comment);
  queues.set(comment._id, queue);
  queue.set(reacted(queue.wanted, action));
}

function queueOf({ _id: id, post_id: postId, likes, dislikes, userAction }: Comment): ToggleQueue<Reaction> {
  return new ToggleQueue<Reaction>({
    debounceMs: limits.tap.likeDebounceMs,
    confirmed: { likes, dislikes, userAction },
    show: (reaction) => optimisticComments.set(id, reaction),
    // Says what is wanted, not to change it: sent twice, or after an answer that was lost, it is the same.
    send: async ({ userAction: wanted }) => {
      const body = { ...(wanted && { action: wanted }), userAction: wanted };
      const send = () => call('comments.like', { params: { id }, body, keepalive: true });
      return (await retryOnce(send)).data;
    },
    settle(confirmed, error) {
      queues.delete(id);
      changeComment(id, confirmed);
      optimisticComments.clear(id);
      if (error === undefined) return;
      explain(error, postId);
      // What the server has may be what was wanted: its answer was lost.
      if (isTransient(error)) refreshComments(postId);
    },
  });
}

function explain(error: unknown, postId: string): void {
  if (needsSignIn(error)) askToSignIn('like', postId);
  else toast.error(failureText(error, t('comments.likeFailed')));
}

// What was said and still waits is not lost when the page goes.
addEventListener('pagehide', () => {
  for (const queue of queues.values()) queue.flush();
});
