import { useEffect } from 'react';
import type { KeptDraft } from '../form/local-draft.ts';
import { markOf, sameFile } from './session-memory.ts';
import type { VideoChoice } from './use-picked-video.ts';
import type { VideoDraft } from './video-kind.ts';

/**
 * Lets go of the file of this tab where the form has taken over a draft for which another one was picked: the thumbnail is of
 * that one. A file that is being sent stays until it is there.
 */
export function useFileOfDraft(
  { picked, clear }: VideoChoice,
  { draft, change, takenOver }: Pick<KeptDraft<VideoDraft>, 'draft' | 'change' | 'takenOver'>,
  sending: boolean,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is picked here later is the file of the draft
  useEffect(() => {
    if (takenOver === 0 || sending || !picked) return;
    const mark = markOf(picked.file);
    if (!draft.picked) change({ picked: mark });
    else if (!sameFile(draft.picked, mark)) clear();
  }, [takenOver, sending]);
}
