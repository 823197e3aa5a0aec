import type { Post, PostType } from '@duet/contract/posts/shapes';
import type { PlainKey } from '../../../i18n/language.ts';
import type { Merge } from '../edit/three-way.ts';
import type { PostChange } from '../edit/version.ts';
import type { FileMark } from '../video/session-memory.ts';
import type { Fields as PublishedFields } from './draft-calls.ts';
import type { Entry } from './local-draft.ts';

/** What of a draft the form itself reads, whatever the type of the post. */
export interface PostDraft {
  readonly adminOnly: boolean;
  /** The server's draft that uploads go into, or the post that is edited. */
  readonly draftId: string | null;
  /** The file that was picked last for a video; after a reload it has to be picked again. */
  readonly picked?: FileMark | null;
  /** The file that was sent for the server's draft of a video. */
  readonly sent?: FileMark | null;
}

/**
 * The content of one type of post: between the post as it is stored, the draft that its form holds, the fields in which
 * two versions of it are compared, and what its calls send.
 */
export interface PostKind<Draft extends PostDraft, Fields extends object> {
  readonly postType: PostType;
  readonly texts: {
    readonly newForm: PlainKey;
    readonly discardTitle: PlainKey;
    /** What is lost with a new post that is discarded. */
    readonly discardNew: PlainKey;
    /** This device refuses to keep the draft. */
    readonly notKept: PlainKey;
  };
  readonly empty: Draft;
  /** Whether a new post holds nothing that a person put there. */
  readonly isEmpty: (draft: Draft) => boolean;
  /** What this device has kept; `post` is the one that is edited, null for a new one. */
  readonly read: (entry: Entry, post: Post | null) => Draft;
  readonly draftOf: (post: Post) => Draft;
  /** The pictures that are still on their way: the names of their files on this device. */
  readonly unsent: (draft: Draft) => readonly string[];
  /** What publishing sends. */
  readonly published: (draft: Draft) => PublishedFields;

  /** The fields of a stored post that can be edited. */
  readonly stored: (post: Post) => Fields;
  /** The fields that the form holds. */
  readonly written: (draft: Draft) => Fields;
  /** The fields of a version that this device has kept; null where it is nothing of the kind. */
  readonly kept: (entry: Entry) => Fields | null;
  readonly merge: (base: Fields | null, mine: Fields, theirs: Fields) => Merge<Fields>;
  /** What makes the form hold these fields; `post` has what is not in them, such as the addresses of pictures. */
  readonly filled: (draft: Draft, fields: Fields, post: Post) => Partial<Draft>;
  /** The fields that differ, as a save sends them. */
  readonly changes: (from: Fields, to: Fields) => PostChange;
}
