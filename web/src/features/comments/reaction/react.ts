import type { Comment, CommentAction } from '@duet/contract/comments/shapes';
import { limits } from '@duet/contract/limits';
import { call } from '../../../api/client.ts';
import { CallFailure, failureText } from '../../../api/failure.ts';
import { ToggleQueue } from '../../../api/toggle.ts';
import { t } from '../../../i18n/language.ts';
import { toast } from '../../../ui/toast.ts';
import { changeComment } from '../cache.ts';
import { commentOverlay } from '../overlay.ts';
import { askToSignIn } from '../sign-in-detour.ts';
import { actionTowards, type Reaction, reacted } from './reaction.ts';

const queues = new Map<string, ToggleQueue<Reaction>>();

/** Likes or dislikes a comment: shown at once, told to the server when the taps pause, taken back when that fails. */
export function react(comment: Comment, action: CommentAction): void {
  const queue = queues.get(comment._id) ?? queueOf(comment);
  queues.set(comment._id, queue);
  queue.set(reacted(queue.wanted, action));
}

function queueOf({ _id: id, post_id: postId, likes, dislikes, userAction }: Comment): ToggleQueue<Reaction> {
  let known: Reaction = { likes, dislikes, userAction };
  return new ToggleQueue<Reaction>({
    debounceMs: limits.tap.likeDebounceMs,
    confirmed: known,
    show: (reaction) => commentOverlay.lay(id, reaction),
    async send(wanted) {
      // The call toggles: where the server was elsewhere than known, a second one leads to what is wanted.
      for (let calls = 0; calls < 2; calls += 1) {
        const action = actionTowards(known.userAction, wanted.userAction);
        if (action === null) break;
        const { data } = await call('comments.like', { params: { id }, body: { action }, keepalive: true });
        known = data;
      }
      return known;
    },
    settle(confirmed, error) {
      queues.delete(id);
      changeComment(id, confirmed);
      commentOverlay.lift(id);
      if (error !== undefined) explain(error, postId);
    },
  });
}

function explain(error: unknown, postId: string): void {
  if (error instanceof CallFailure && error.status === 401) askToSignIn('like', postId);
  else toast.error(failureText(error, t('comments.likeFailed')));
}

// What was said and still waits is not lost when the page goes.
addEventListener('pagehide', () => {
  for (const queue of queues.values()) queue.flush();
});
