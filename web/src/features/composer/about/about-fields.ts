import type { About } from '@duet/contract/about/shapes';
import { sameHtml, together } from '../edit/blocks.ts';
import { type FieldRules, type Merge, mergeFields } from '../edit/three-way.ts';
import { type Entry, text, textOrNull } from '../form/local-draft.ts';

/** What of the page about the couple can be edited. */
export interface AboutFields {
  /** The editor's HTML. */
  readonly story: string;
  /** `yyyy-mm-dd`, or empty for none. */
  readonly since: string;
}

/** The version that an edit began from. */
export interface AboutVersion {
  readonly fields: AboutFields;
  readonly tag: string | null;
}

/** What this device keeps of an edit. */
export interface AboutDraft extends AboutFields {
  readonly base: AboutVersion;
}

const rules: FieldRules<AboutFields> = {
  since: { label: { key: 'about.since' }, kind: 'text' },
  story: { label: { key: 'about.story' }, kind: 'html', equal: sameHtml, together },
};

export const fieldsOf = ({ story, since }: About): AboutFields => ({ story, since: since ?? '' });

const readFields = ({ story, since }: Entry): AboutFields => ({ story: text(story), since: text(since) });

/** A kept edit of any shape; `loaded` stands for a base that is not in it. */
export function readDraft(entry: Entry, loaded: AboutVersion): AboutDraft {
  const base = entry.base as { readonly fields?: Entry; readonly tag?: unknown } | undefined;
  return {
    ...readFields(entry),
    base: base?.fields ? { fields: readFields(base.fields), tag: textOrNull(base.tag) } : loaded,
  };
}

export const merge = (base: AboutFields, mine: AboutFields, theirs: AboutFields): Merge<AboutFields> =>
  mergeFields(rules, base, mine, theirs);

/** The body of a save: what was changed. */
export function changes(from: AboutFields, to: AboutFields): { story?: string; since?: string | null } {
  return {
    ...(!sameHtml(from.story, to.story) && { story: to.story }),
    ...(from.since !== to.since && { since: to.since || null }),
  };
}
