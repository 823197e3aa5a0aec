import type { Post, PostType } from '@duet/contract/posts/shapes';
import { text } from '../local-draft.ts';
import type { Merge } from './three-way.ts';
import type { PostChange, Version } from './version.ts';

/** How posts of one type are edited: between the post as it is stored, the form, and what a save sends. */
export interface EditKind<Draft, Fields> {
  readonly postType: PostType;
  /** What can be edited of a stored post. */
  readonly stored: (post: Post) => Fields;
  /** What the form holds. */
  readonly written: (draft: Draft) => Fields;
  /** What this device kept of a version; null where it is nothing of the kind. */
  readonly kept: (entry: Readonly<Record<string, unknown>>) => Fields | null;
  readonly merge: (base: Fields | null, mine: Fields, theirs: Fields) => Merge<Fields>;
  /** What makes the form hold these fields; `post` has what is not in them, such as the addresses of pictures. */
  readonly filled: (draft: Draft, fields: Fields, post: Post) => Partial<Draft>;
  /** The fields that differ, as a save sends them. */
  readonly changes: (from: Fields, to: Fields) => PostChange;
}

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

const entryOf = (value: unknown): Readonly<Record<string, unknown>> | null =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;

/** The state of an edit in an entry of any shape. */
export function readState<Fields>(
  entry: Readonly<Record<string, unknown>>,
  { kept }: Pick<EditKind<never, Fields>, 'kept'>,
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
