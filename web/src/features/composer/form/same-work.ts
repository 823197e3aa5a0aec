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
