import { dayMs, limits } from '@duet/contract/limits';
import type { DraftCleanup, DraftEntry, DraftSummary } from '@duet/contract/posts/draft-list';
import { audit } from '../accounts/audit.ts';
import { detachDraft } from '../media/attach.ts';
import type { Context } from '../platform/context.ts';
import type { Writes } from '../platform/db/database.ts';
import type { Viewer } from '../platform/http/handler.ts';
import { isoTime } from '../platform/iso-time.ts';
import { deleteDraftRows, findDraftIds, type ListedDraft, listDrafts } from './store-drafts.ts';

/** As many as one transaction deletes at once. */
const batchSize = 100;

/** Every draft of everybody, and how many of them are old. */
export async function showDrafts({ db, clock }: Context): Promise<DraftSummary> {
  const now = clock.now();
  const drafts = (await listDrafts(db.scan)).map((draft) => presentDraft(draft, now));
  const oldDrafts = drafts.filter(({ isOld }) => isOld).length;
  return { total: drafts.length, oldDrafts, newDrafts: drafts.length - oldDrafts, drafts };
}

function presentDraft(draft: ListedDraft, now: number): DraftEntry {
  const age = Math.max(0, now - draft.created_at);
  return {
    _id: draft.id,
    postType: draft.post_type,
    username: draft.username,
    displayName: draft.display_name,
    created_at: isoTime(draft.created_at),
    ageInDays: Math.floor(age / dayMs),
    isOld: age >= limits.draft.oldAfterMs,
    caption: draft.caption,
    content: draft.content,
  };
}

/**
 * Deletes the drafts that are old now, or all; answers how many files nothing refers to any more. Those are orphans a day
 * later: a form somewhere may still show them. What is published meanwhile stays. Where it cannot go on
 * after some drafts are gone, it answers those; throws only where none is.
 */
export async function deleteDrafts(
  context: Context,
  { viewer, address }: { readonly viewer: Viewer; readonly address: string },
  which: 'old' | 'all',
): Promise<DraftCleanup> {
  await context.limiter.consume('cleanup', `${viewer.id} drafts`);
  const createdBefore = which === 'old' ? context.clock.now() - limits.draft.oldAfterMs : null;
  const done = { deletedCount: 0, mediaFilesDeleted: 0 };
  for (;;) {
    const some = await deleteSome(context, createdBefore, { viewer, address, which }).catch((err) => {
      if (done.deletedCount === 0) throw err;
      context.log.error({ err }, 'a draft cleanup could not go on');
      return null;
    });
    if (some === null) return { ...done, interrupted: true };
    const { drafts, files } = some;
    done.deletedCount += drafts;
    done.mediaFilesDeleted += files;
    if (drafts < batchSize) return done;
  }
}

function deleteSome(
  context: Context,
  createdBefore: number | null,
  by: { readonly viewer: Viewer; readonly address: string; readonly which: 'old' | 'all' },
): Promise<{ drafts: number; files: number }> {
  const work = async (tx: Writes) => {
    const ids = await findDraftIds(tx, createdBefore, batchSize);
    if (ids.length === 0) return { drafts: 0, files: 0 };
    let files = 0;
    for (const id of ids) files += await detachDraft(context, tx, id);
    await deleteDraftRows(tx, ids);
    await audit(context, tx, {
      actorId: by.viewer.id,
      action: 'drafts.cleanup',
      subjectId: null,
      details: { which: by.which, drafts: ids.length, files },
      address: by.address,
    });
    return { drafts: ids.length, files };
  };
  return context.db.write(work, { long: true });
}
