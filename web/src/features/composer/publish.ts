import type { PostType } from '@duet/contract/posts/shapes';

/** What publishing asks of the world; each step throws what the server or the line said. */
export interface PublishSteps<Fields> {
  readonly createDraft: (postType: PostType) => Promise<string | undefined>;
  readonly publish: (draftId: string, fields: Fields) => Promise<void>;
  readonly deleteDraft: (draftId: string) => Promise<void>;
  readonly waitInFeed: (postId: string) => Promise<unknown>;
}

export type PublishStage = 'draft' | 'publish';

/** Which step failed; `cause` is what it threw. `draft-id` is an answer without an id. */
export class PublishFailure extends Error {
  readonly stage: PublishStage | 'draft-id';

  constructor(stage: PublishStage | 'draft-id', cause?: unknown) {
    super(`Publishing failed at ${stage}`, { cause });
    this.stage = stage;
  }
}

/**
 * Publishes a post: a draft first (made now unless uploads made it already), then its content, then the wait for
 * it to show in the feed. A failed publish deletes the draft (product.md §4); that this in turn may fail is the
 * server's clean-up to mend, not the person's concern.
 *
 * @throws PublishFailure
 */
export async function publishPost<Fields>(
  steps: PublishSteps<Fields>,
  postType: PostType,
  fields: Fields,
  existingDraftId: string | null,
): Promise<string> {
  const draftId = existingDraftId ?? (await newDraft(steps, postType));
  try {
    await steps.publish(draftId, fields);
  } catch (cause) {
    await steps.deleteDraft(draftId).catch(() => undefined);
    throw new PublishFailure('publish', cause);
  }
  await steps.waitInFeed(draftId);
  return draftId;
}

async function newDraft<Fields>(steps: PublishSteps<Fields>, postType: PostType): Promise<string> {
  const draftId = await steps.createDraft(postType).catch((cause) => {
    throw new PublishFailure('draft', cause);
  });
  if (!draftId) throw new PublishFailure('draft-id');
  return draftId;
}
