import { limits } from '@duet/contract/limits';
import type { PostType } from '@duet/contract/posts/shapes';
import { CallFailure, failureText } from '../../../api/failure.ts';
import { t } from '../../../i18n/language.ts';

/** What publishing asks of the dependencies; each step throws what the server or the line said. */
export interface PublishSteps<Fields> {
  readonly createDraft: (postType: PostType) => Promise<string | undefined>;
  readonly publish: (draftId: string, fields: Fields) => Promise<void>;
  /** What the server has under this id now. */
  readonly findPostState: (draftId: string) => Promise<'draft' | 'published' | 'gone'>;
  /** Whether what is published is what these fields say. Changes nothing. */
  readonly isSame: (postId: string, fields: Fields) => Promise<boolean>;
  /** Deletes a draft and nothing that has been published meanwhile. */
  readonly deleteDraft: (draftId: string) => Promise<void>;
  /** Whether the person took the publish back, so that the draft may go whatever the server did. */
  readonly wasCancelled?: (cause: unknown) => boolean;
  readonly waitUntilInFeed: (postId: string) => Promise<unknown>;
}

/** The server's draft of a form. */
interface DraftInUse {
  readonly id: string | null;
  /** Told before the draft is sent to be published, so that a reload in between knows what to ask about. */
  readonly onSend: (draftId: string) => void;
}

/**
 * Where a publish ended that did not succeed:
 * - `draft`, `draft-id`: no draft was made, or an answer had no id
 * - `publish`: the post is not published
 * - `unknown`: nobody knows, because the server cannot be asked at the moment
 * - `published-otherwise`: the draft is published with other content than what was sent, from another tab or by an earlier
 *   publish whose answer was lost
 */
type PublishEnd = 'draft' | 'draft-id' | 'publish' | 'unknown' | 'published-otherwise';

/** A publish that did not succeed; `cause` is what its step threw. */
export class PublishFailure extends Error {
  readonly end: PublishEnd;
  /** What of the draft is left on the server to go on with; of `published-otherwise` the post. */
  readonly draftId: string | null;

  constructor(end: PublishEnd, draftId: string | null, cause?: unknown) {
    super(`Publishing ended: ${end}`, { cause });
    this.end = end;
    this.draftId = draftId;
  }
}

/** Refusals that say nothing about whether the post is published, or that a further try may overcome. */
const notFinal: readonly number[] = [401, 404, 408, 409, 425, 429];

/** Whether the server has said that this draft was not published and will not be (decisions §7). */
const isRefusal = (error: unknown): boolean =>
  error instanceof CallFailure &&
  error.status >= 400 &&
  error.status < 500 &&
  !notFinal.includes(error.status);

const hasStatus = (error: unknown, ...statuses: number[]): boolean =>
  error instanceof CallFailure && statuses.includes(error.status);

/**
 * Publishes a post: a draft first (made now unless uploads made it already), then its content, then the wait for
 * it to show in the feed. Answers the post's id.
 *
 * A refusal deletes the draft (product.md §4). After anything else that may have published it (no answer, a failing
 * server, a conflict) the server is asked what became of it, and nothing is deleted (decisions §7).
 *
 * @throws PublishFailure
 */
export async function publishPost<Fields>(
  steps: PublishSteps<Fields>,
  postType: PostType,
  fields: Fields,
  draft: DraftInUse,
): Promise<string> {
  let draftId = draft.id ?? (await newDraft(steps, postType));
  draft.onSend(draftId);
  try {
    await steps.publish(draftId, fields).catch(async (cause) => {
      if (draft.id === null || !isDraftGone(cause)) throw cause;
      // Another tab, device or a cleanup has deleted it; what was uploaded for it is still there.
      draftId = await newDraft(steps, postType);
      draft.onSend(draftId);
      await steps.publish(draftId, fields);
    });
  } catch (cause) {
    await handleFailure(steps, draftId, fields, cause);
  }
  await steps.waitUntilInFeed(draftId);
  return draftId;
}

const isDraftGone = (error: unknown): boolean =>
  error instanceof CallFailure && error.status === 404 && error.code === 'POST_NOT_FOUND';

async function newDraft<Fields>(steps: PublishSteps<Fields>, postType: PostType): Promise<string> {
  const draftId = await steps.createDraft(postType).catch((cause) => {
    throw new PublishFailure('draft', null, cause);
  });
  if (!draftId) throw new PublishFailure('draft-id', null);
  return draftId;
}

/** What a failed publishing means: returns where the post is published after all, else throws. */
async function handleFailure<Fields>(
  steps: PublishSteps<Fields>,
  draftId: string,
  fields: Fields,
  cause: unknown,
): Promise<void> {
  if (cause instanceof PublishFailure) throw cause;
  if (hasStatus(cause, 401, 429)) throw new PublishFailure('publish', draftId, cause);
  if (isDraftGone(cause)) throw new PublishFailure('publish', null, cause);
  if (isRefusal(cause) || steps.wasCancelled?.(cause)) {
    const ending = await steps.deleteDraft(draftId).then(
      () => null,
      (error: unknown) => error,
    );
    if (ending === null || hasStatus(ending, 404)) throw new PublishFailure('publish', null, cause);
    if (isRefusal(cause) && !hasStatus(ending, 409)) throw new PublishFailure('publish', draftId, cause);
  }
  const end = await publishOutcome(steps, draftId, fields, { differs: hasStatus(cause, 409) });
  if (end === 'published') return;
  if (end === 'draft' || end === 'gone') {
    throw new PublishFailure('publish', end === 'draft' ? draftId : null, cause);
  }
  throw new PublishFailure(end, draftId, cause);
}

type KnownEnd = 'published' | 'published-otherwise' | 'draft' | 'gone' | 'unknown';

/** What became of a draft that was sent to be published. `differs` where the server has compared it already. */
export async function publishOutcome<Fields>(
  steps: Pick<PublishSteps<Fields>, 'findPostState' | 'isSame'>,
  draftId: string,
  fields: Fields,
  { differs = false }: { readonly differs?: boolean } = {},
): Promise<KnownEnd> {
  try {
    const found = await steps.findPostState(draftId);
    if (found !== 'published') return found;
    return !differs && (await steps.isSame(draftId, fields)) ? 'published' : 'published-otherwise';
  } catch {
    // Without an answer it may have been published or not.
    return 'unknown';
  }
}

interface FeedWatch {
  /** The ids on the first page, asked for afresh. */
  readonly firstPage: (limit: number) => Promise<readonly string[]>;
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}

/**
 * Waits until a new post shows on the first page: at most 10 tries, 500 ms apart, and never less than 1.5 s
 * (product.md §2, Post creation). A failing try counts as one; the post is published either way.
 *
 * @returns whether it was seen.
 */
export async function waitUntilInFeed(
  postId: string,
  { firstPage, now, sleep }: FeedWatch,
): Promise<boolean> {
  const { pollTries, pollEveryMs, minWaitMs, pollPageSize } = limits.publish;
  const begun = now();
  let seen = false;
  for (let tries = 1; tries <= pollTries && !seen; tries += 1) {
    if (tries > 1) await sleep(pollEveryMs);
    seen = await firstPage(pollPageSize).then(
      (ids) => ids.includes(postId),
      () => false,
    );
  }
  const left = minWaitMs - (now() - begun);
  if (left > 0) await sleep(left);
  return seen;
}

/** The sentence for a publish that did not work (product.md §8, Post writing). */
export function publishFailureText(error: unknown): string {
  if (!(error instanceof PublishFailure)) return failureText(error, t('composer.publishPostFailed'));
  const { end, cause } = error;
  if (end === 'draft-id') return t('composer.draftIdMissing');
  if (end === 'draft') return failureText(cause, t('composer.draftFailed'));
  if (end === 'unknown') return t('composer.publishUnknown');
  if (end === 'published-otherwise') return t('composer.publishedOtherwise');
  const answered = cause instanceof CallFailure && cause.status !== 0;
  return answered ? failureText(cause, t('composer.publishDraftFailed')) : t('composer.publishPostFailed');
}
