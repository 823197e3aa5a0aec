import { limits } from '@duet/contract/limits';
import type { Post } from '@duet/contract/posts/shapes';
import { CallFailure, failureTextOf, isOfflineFailure, isTransient } from '../../../api/failure.ts';
import { retryOnce } from '../../../api/retry-once.ts';
import { ToggleQueue } from '../../../api/toggle.ts';
import { likeEntry, newClientId, Outbox } from '../../../device/outbox.ts';
import { callAs } from '../../../session/call-as.ts';
import { loginPrompt } from '../../../session/LoginPrompt.tsx';
import { currentSession, followPerson } from '../../../session/session.ts';
import type { KnownUser } from '../../../session/stored-user.ts';
import { toast } from '../../../ui/toast.ts';
import { optimisticPosts, updateOwnCachedPost } from '../cache/cached-posts.ts';

type Liked = Pick<Post, 'hasUserLiked' | 'totalLikes' | 'realLikesCount'>;

/** Who likes; when the answer comes, somebody else may be signed in. */
type Liker = Pick<KnownUser, '_id' | 'role'>;

const keyOf = (liker: Liker, postId: string): string => `${liker._id} ${postId}`;

/** By `keyOf`. */
const queues = new Map<string, ToggleQueue<Liked>>();

type UnsentLike = ReturnType<typeof likeEntry>;

const isUnsentLike = (value: unknown): value is UnsentLike =>
  typeof (value as Partial<UnsentLike> | null)?.postId === 'string';

/** The posts that a person has liked without a network. */
const outboxOf = (userId: string) => new Outbox(userId, { name: 'like', isEntry: isUnsentLike });

/** What a like was called that was sent and not answered, by `keyOf`: the next one may be the same. */
const unanswered = new Map<string, string>();

/**
 * Sends a like, which counts once however often it is sent: a person's second like changes nothing, and an admin's, of which each
 * adds one, has a name of its own.
 */
async function send(liker: Liker, postId: string): Promise<Liked> {
  const { _id, role } = liker;
  if (role !== 'admin') {
    return (await retryOnce(() => callAs(_id, 'posts.like', { body: { postId }, keepalive: true }))).data;
  }
  const key = keyOf(liker, postId);
  const clientId = unanswered.get(key) ?? newClientId();
  unanswered.set(key, clientId);
  const attempt = () => callAs(_id, 'posts.like', { body: { postId, clientId }, keepalive: true });
  const { data } = await retryOnce(attempt).catch((error) => {
    if (!isTransient(error)) unanswered.delete(key);
    throw error;
  });
  unanswered.delete(key);
  return data;
}

/**
 * Likes a post. It shows at once; taps in quick succession are one like, carried to the server 500 ms after the
 * last of them. A person's second like changes nothing; each of an admin's adds one.
 */
export function like(post: Post, liker: Liker): void {
  const key = keyOf(liker, post._id);
  const queue = queues.get(key) ?? queueOf(post, liker);
  const { wanted } = queue;
  const isRepeated = queue.isPausing;
  if (!isRepeated && wanted.hasUserLiked && liker.role !== 'admin') return;
  queues.set(key, queue);
  queue.set(isRepeated ? wanted : { hasUserLiked: true, totalLikes: wanted.totalLikes + 1 });
}

function queueOf({ _id: postId, hasUserLiked, totalLikes }: Post, liker: Liker): ToggleQueue<Liked> {
  return new ToggleQueue<Liked>({
    debounceMs: limits.tap.likeDebounceMs,
    confirmed: { hasUserLiked, totalLikes },
    show: (liked) => optimisticPosts.set(postId, liked),
    send: () => send(liker, postId),
    settle: (confirmed, error) => {
      queues.delete(keyOf(liker, postId));
      const { user } = currentSession();
      const isHere = user?._id === liker._id;
      if (keptForLater(liker, postId, error) && isHere) return;
      if (isHere) updateOwnCachedPost(postId, confirmed);
      optimisticPosts.clear(postId);
      if (error !== undefined && (isHere || !user)) explain(error);
    },
  });
}

/**
 * Without a network a person's like stays as it shows, and is sent when there is one; it counts once however often it
 * is sent. An admin's would not: each adds one.
 */
function keptForLater({ _id, role }: Liker, postId: string, error: unknown): boolean {
  if (!isOfflineFailure(error) || role === 'admin') return false;
  outboxOf(_id).put(likeEntry(postId));
  optimisticPosts.set(postId, { likeWaits: true });
  return true;
}

/** Sends what was liked without a network, and shows it until then, also after a reload. Answers how many still wait. */
export async function sendUnsentLikes(): Promise<number> {
  const { user } = currentSession();
  if (!user) return 0;
  const outbox = outboxOf(user._id);
  const isHere = () => currentSession().user?._id === user._id;
  for (const { clientId, postId } of outbox.all()) {
    if (!isHere()) break;
    optimisticPosts.set(postId, { hasUserLiked: true, likeWaits: true });
    try {
      const { data } = await callAs(user._id, 'posts.like', { body: { postId } });
      if (isHere()) updateOwnCachedPost(postId, data);
    } catch (error) {
      if (isTransient(error)) continue;
      explain(error);
    }
    outbox.remove(clientId);
    if (isHere()) optimisticPosts.clear(postId);
  }
  return outbox.all().length;
}

function explain(error: unknown): void {
  // Also where the session has ended (product.md §4); the notice says why.
  if (error instanceof CallFailure && error.status === 401) loginPrompt.open('like');
  else toast.error(failureTextOf(error, { failed: 'posts.likeFailed' }));
}

// A like whose call still waits is not lost when the page goes.
addEventListener('pagehide', () => {
  for (const queue of queues.values()) queue.flush();
});

// What waits is of the person before, also where somebody else has come.
followPerson((_, before) => {
  if (before) for (const { postId } of outboxOf(before).all()) optimisticPosts.clear(postId);
});
