import { type Entry, text } from '../form/local-draft.ts';
import type { PostKind } from '../form/post-kind.ts';
import type { Version } from './version.ts';

/** What was written here before two versions were brought together, until it is saved. */
interface Aside<Fields> {
  readonly base: Fields | null;
  readonly mine: Fields;
}

/** What is kept beside the form's own fields: without it a kept edit could not tell what was changed here. */
export interface EditState<Fields> {
  /** The version that the edit began from; null where an older app has kept none. */
  readonly base: Version<Fields> | null;
  readonly aside: Aside<Fields> | null;
}

const entryOf = (value: unknown): Entry | null =>
  typeof value === 'object' && value !== null ? (value as Entry) : null;

/** The state of an edit in an entry of any shape. */
export function readState<Fields extends object>(
  entry: Entry,
  { kept }: Pick<PostKind<never, Fields>, 'kept'>,
): EditState<Fields> {
  const fieldsOf = (value: unknown) => {
    const found = entryOf(value);
    return found && kept(found);
  };
  const [base, aside] = [entryOf(entry.base), entryOf(entry.aside)];
  const fields = fieldsOf(base?.fields);
  const mine = fieldsOf(aside?.mine);
  return {
    base: base && fields && { tag: text(base.tag) || null, fields },
    aside: aside && mine && { base: fieldsOf(aside.base), mine },
  };
}
