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
  // Uploads ask between two renderings.
  const known = useRef(kept);
  known.current = kept;

  async function make(): Promise<string> {
    const draftId = await createDraft(postType).catch(() => {
      throw new Error(t('composer.draftFailed'));
    });
    if (!draftId) throw new Error(t('composer.draftIdMissing'));
    known.current = draftId;
    keep(draftId);
    return draftId;
  }

  return {
    id() {
      if (known.current) return Promise.resolve(known.current);
      made.current ??= make().catch((error) => {
        made.current = undefined;
        throw error;
      });
      return made.current;
    },
    gone(id) {
      // Uploads that ran beside each other say it one by one; another draft may have taken its place by then.
      if (known.current !== id) return;
      made.current = undefined;
      known.current = null;
      keep(null);
    },
  };
}
