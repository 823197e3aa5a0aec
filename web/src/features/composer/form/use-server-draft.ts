import type { PostType } from '@duet/contract/posts/shapes';
import { useRef } from 'react';
import { LocalizedError } from '../../../api/failure.ts';
import { useTexts } from '../../../i18n/language.ts';
import { createDraft } from './draft-calls.ts';

/** The server's draft or post that pictures are uploaded into. */
export interface PictureDraft {
  /** Made when the first picture is picked. */
  readonly id: () => Promise<string>;
  /** That draft is there no more; the next `id` makes another one. */
  readonly gone: (id: string) => void;
}

/**
 * The server's draft of a new post: made once, when the first picture needs it, however many ask at a time. `current` says
 * which one the form has at this moment.
 */
export function useServerDraft(
  postType: PostType,
  current: () => string | null,
  keep: (draftId: string | null) => void,
): PictureDraft {
  const { t } = useTexts();
  const made = useRef<Promise<string>>(undefined);

  async function make(): Promise<string> {
    const draftId = await createDraft(postType).catch((cause) => {
      throw new LocalizedError(t('composer.draftFailed'), { cause });
    });
    if (!draftId) throw new LocalizedError(t('composer.draftIdMissing'));
    keep(draftId);
    return draftId;
  }

  return {
    id() {
      const draftId = current();
      if (draftId) return Promise.resolve(draftId);
      made.current ??= make().finally(() => {
        made.current = undefined;
      });
      return made.current;
    },
    gone(id) {
      // Uploads that ran beside each other say it one by one; another draft may have taken its place by then.
      if (current() === id) keep(null);
    },
  };
}
