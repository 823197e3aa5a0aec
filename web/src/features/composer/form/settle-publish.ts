import { persistedFiles } from '../../../device/persisted-files.ts';
import { askedPublish, isPublishing } from './asked-publish.ts';
import { publishCalls } from './draft-calls.ts';
import { forgetDraft, loadDraft } from './local-draft.ts';
import type { PostDraft, PostKind } from './post-kind.ts';
import { type PublishSteps, publishOutcome } from './publish.ts';
import { hasUnsent, isSamePost } from './same-work.ts';

type Asking<Fields> = Pick<PublishSteps<Fields>, 'findPostState' | 'isSame'>;

/**
 * Finds out, before something is added to a new post, what became of a publish of it whose page may be gone: what is
 * published would be published once more with what is added. Answers whether something can be added; not while it is being
 * published, and not where nobody can be asked.
 */
export async function settlePublish<Draft extends PostDraft, Fields extends object>(
  kind: PostKind<Draft, Fields>,
  form: string,
  steps: Asking<ReturnType<typeof kind.published>> = publishCalls(kind.postType),
): Promise<boolean> {
  if (isPublishing(form)) return false;
  const asked = askedPublish(form);
  const draftId = asked.get();
  if (draftId === null) return true;
  const load = () => loadDraft(form, (entry) => kind.read(entry, null));
  const draft = load() ?? kind.empty;
  const found = await publishOutcome(steps, draftId, kind.published(draft));
  if (found === 'unknown' || isPublishing(form)) return false;
  asked.forget();
  const now = load();
  if (found === 'published' && now && !hasUnsent(kind, now) && isSamePost(kind, draft, now)) {
    forgetDraft(form);
    await persistedFiles.removeAll(`${form}/`);
  }
  return true;
}
