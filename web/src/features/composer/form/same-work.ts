import { sameFile } from '../video/session-memory.ts';
import type { PostDraft, PostKind } from './post-kind.ts';

type Compared<Draft extends PostDraft, Fields extends object> = Pick<
  PostKind<Draft, Fields>,
  'changes' | 'written' | 'unsent'
>;

/**
 * Whether what was sent holds all that a draft of the same post holds. Signatures of pictures are renewed while one looks on, and
 * tell nothing; a picture that is still on its way is in no field, and is something that was not sent.
 */
export function isSameWork<Draft extends PostDraft, Fields extends object>(
  { changes, written, unsent }: Compared<Draft, Fields>,
  sent: Draft,
  draft: Draft,
): boolean {
  const onTheirWay = unsent(sent);
  return (
    Object.keys(changes(written(sent), written(draft))).length === 0 &&
    unsent(draft).every((key) => onTheirWay.includes(key))
  );
}

/**
 * The same of a new post, of whose video the file is in no field. An edit holds nothing of a file that could be lost: it is chosen
 * anew with its thumbnail.
 */
export const isSamePost = <Draft extends PostDraft, Fields extends object>(
  kind: Compared<Draft, Fields>,
  sent: Draft,
  draft: Draft,
): boolean => !isOtherFile(draft.picked, sent.picked) && isSameWork(kind, sent, draft);

/**
 * Whether a new post holds pictures that are still on their way, or another video than the one that was sent: the server compares
 * none of them with what is published.
 */
export const hasUnsent = <Draft extends PostDraft, Fields extends object>(
  { unsent }: Pick<PostKind<Draft, Fields>, 'unsent'>,
  draft: Draft,
): boolean => unsent(draft).length > 0 || isOtherFile(draft.picked, draft.sent);

/** Whether a video is picked that is not this one. */
export const isOtherFile = (picked: PostDraft['picked'], file: PostDraft['sent']): boolean =>
  Boolean(picked && file && !sameFile(picked, file));
