import type { PostType } from '@duet/contract/posts/shapes';
import { useRef } from 'react';
import { useTexts } from '../../i18n/language.ts';
import { createDraft } from './draft-calls.ts';
import type { PictureDraft } from './use-pictures.ts';

/** The server's draft of a new post: made once, when the first picture needs it, however many ask at a time. */
export function useServerDraft(
  postType: PostType,
  kept: string | null,
  keep: (draftId: string | null) => void,
): PictureDraft {
  const { t } = useTexts();
  const made = useRef<Promise<string>>(undefined);

  async function make(): Promise<string> {
    const draftId = await createDraft(postType).catch(() => {
      throw new Error(t('composer.draftFailed'));
    });
    if (!draftId) throw new Error(t('composer.draftIdMissing'));
    keep(draftId);
    return draftId;
  }

  return {
    id() {
      if (kept) return Promise.resolve(kept);
      made.current ??= make().catch((error) => {
        made.current = undefined;
        throw error;
      });
      return made.current;
    },
    gone() {
      made.current = undefined;
      keep(null);
    },
  };
}
