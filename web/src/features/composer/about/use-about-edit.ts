import type { About } from '@duet/contract/about/shapes';
import { useEffect, useRef, useState } from 'react';
import { callVersioned } from '../../../api/client.ts';
import { CallFailure, failureText } from '../../../api/failure.ts';
import { retryOnce } from '../../../api/retry-once.ts';
import { aboutKey } from '../../../device/storage-keys.ts';
import { useTexts } from '../../../i18n/language.ts';
import { useToast } from '../../../ui/toast.ts';
import { mergedText, sameHtml } from '../edit/blocks.ts';
import {
  type Choices,
  type FieldLabel,
  type FieldRules,
  fieldNames,
  type Merge,
  mergeFields,
} from '../edit/three-way.ts';
import { type Entry, type KeptDraft, text, textOrNull, useLocalDraft } from '../form/local-draft.ts';

/** Versions that follow each other while one is being saved: after so many the person is told instead. */
const maxTries = 5;

export async function readAbout(signal: AbortSignal): Promise<AboutVersion> {
  const { answer, entityTag } = await callVersioned('about.show', { signal });
  return { fields: fieldsOf(answer.data.about), tag: entityTag };
}

/** The version that stands there now, where that is why a save was refused. */
function presentOf(error: unknown): AboutVersion | null {
  if (!(error instanceof CallFailure) || error.code !== 'CHANGED_MEANWHILE') return null;
  const about = (error.answer as { readonly data?: { readonly about?: About } } | undefined)?.data?.about;
  return about ? { fields: fieldsOf(about), tag: error.entityTag } : null;
}

interface AboutEdit {
  readonly local: KeptDraft<AboutDraft>;
  readonly changed: boolean;
  readonly saving: boolean;
  readonly faults: Readonly<Record<string, string>>;
  /** What a person has to decide before a save; null where there is nothing. */
  readonly question: Merge<AboutFields> | null;
  readonly comparing: boolean;
  readonly compare: () => void;
  readonly putOff: () => void;
  readonly resolve: (choices: Choices) => void;
  /** What the other side changed and the form has taken over. */
  readonly taken: readonly FieldLabel[];
  readonly save: () => Promise<void>;
}

/** Two versions that a person has to bring together. */
interface Question {
  readonly merge: Merge<AboutFields>;
  readonly present: AboutVersion;
  /** The version that the edit had begun from when it was asked. */
  readonly from: string | null;
}

/** A save that succeeded, and what was sent with it. */
interface Saved {
  readonly sent: AboutFields;
  readonly saved: AboutVersion;
  /** What the other had changed and the form has taken over. */
  readonly taken: readonly FieldLabel[];
}

interface Options {
  readonly loaded: AboutVersion;
  readonly userId: string;
  /** `isReplaced` where another form is seen, in which somebody has written on. */
  readonly onSaved: (isReplaced: boolean) => void;
  /** After the form was made to hold other words than the person wrote. */
  readonly onFilled: (fields: AboutFields) => void;
}

/**
 * Edits what the couple tells of itself without overwriting what the other has saved meanwhile: a save names the version that it
 * began from, and where that is not the present one, both are merged field by field, and the person is asked where both changed
 * the same one (as `useEdit` does for posts).
 */
export function useAboutEdit({ loaded, userId, onSaved, onFilled }: Options): AboutEdit {
  const { t } = useTexts();
  const toast = useToast();
  const local = useLocalDraft<AboutDraft>(aboutKey(userId), { ...loaded.fields, base: loaded }, (entry) =>
    readDraft(entry, loaded),
  );
  const [question, setQuestion] = useState<Question | null>(null);
  const [comparing, setComparing] = useState(false);
  const [taken, setTaken] = useState<readonly FieldLabel[]>([]);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [saving, setSaving] = useState(false);
  const busy = useRef(false);

  function fill(fields: AboutFields, base: AboutVersion): void {
    local.change({ ...fields, base });
    onFilled(fields);
  }

  function compareWith(present: AboutVersion): Question {
    const { base, ...mine } = local.now();
    return { merge: merge(base.fields, mine, present.fields), present, from: base.tag };
  }

  /** Brings what is written and the present version together; answers what was taken over, or null where it has to ask. */
  function meet(present: AboutVersion): readonly FieldLabel[] | null {
    const compared = compareWith(present);
    if (compared.merge.conflicts.length > 0) {
      setQuestion(compared);
      setComparing(true);
      return null;
    }
    fill(compared.merge.resolve(new Map()), present);
    return compared.merge.taken;
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: a kept edit meets the page as it was loaded, once
  useEffect(() => {
    if (local.restored && local.now().base.tag !== loaded.tag) setTaken(meet(loaded) ?? []);
  }, []);

  /** Asks again in the words of now; answers whether nothing is left to decide. */
  function meetAgain({ present }: Question): boolean {
    const more = meet(present);
    if (!more) return false;
    setQuestion(null);
    setTaken(more);
    return true;
  }

  function resolve(choices: Choices): void {
    if (!question) return;
    // Since it was asked, something may have been written.
    const asked = compareWith(question.present);
    if (asked.merge.conflicts.some(({ field }) => !choices.has(field))) {
      setQuestion(asked);
      return;
    }
    fill(asked.merge.resolve(choices), asked.present);
    setQuestion(null);
    setComparing(false);
    setTaken(asked.merge.taken);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was compared is not what the form has taken over
  useEffect(() => {
    if (local.takenOver === 0) return;
    setTaken([]);
    // Another tab may have decided it; where it has only written on, it is asked of the words of now.
    const again = question && compareWith(question.present);
    const isOpen = again !== null && again.from === question?.from && again.merge.conflicts.length > 0;
    setQuestion(isOpen ? again : null);
    setComparing(isOpen && comparing);
  }, [local.takenOver]);

  /** Saves, once more over each version that comes in between; null where a person has to decide first. */
  async function saveOverVersions(): Promise<Saved | null> {
    const all: FieldLabel[] = [];
    for (let tries = 1; ; tries += 1) {
      try {
        const { base, ...sent } = local.now();
        const options = { body: changes(base.fields, sent), ifMatch: base.tag };
        const { answer, entityTag } = await retryOnce(() => callVersioned('about.change', options));
        return { sent, saved: { fields: fieldsOf(answer.data.about), tag: entityTag }, taken: all };
      } catch (error) {
        const present = presentOf(error);
        if (!present || tries === maxTries) throw error;
        const more = meet(present);
        if (!more) return null;
        all.push(...more);
      }
    }
  }

  async function save(): Promise<void> {
    if (busy.current) return;
    if (question && !meetAgain(question)) return;
    busy.current = true;
    setSaving(true);
    setFaults({});
    try {
      const outcome = await saveOverVersions();
      if (!outcome) return;
      const { sent, saved } = outcome;
      const isNewer = (words: AboutFields) => Object.keys(changes(sent, words)).length > 0;
      // The form may have taken over what another tab has written on meanwhile.
      if (isNewer(local.now())) {
        local.change({ base: saved });
        local.keepNow();
        toast.warning(t('about.savedNotAll'));
        return;
      }
      const stays = local.forget(isNewer);
      const names = fieldNames(outcome.taken, t);
      toast.success(names ? t('about.savedMerged', { fields: names }) : t('about.saved'));
      onSaved(stays && local.hasLeft());
    } catch (error) {
      local.keepNow();
      const fields = error instanceof CallFailure ? error.fields : {};
      setFaults(fields);
      if (!fields.since) toast.error(failureText(error, t('about.saveFailed')));
    } finally {
      busy.current = false;
      setSaving(false);
    }
  }

  const { base, ...written } = local.draft;
  return {
    local,
    changed: Object.keys(changes(base.fields, written)).length > 0,
    saving,
    faults,
    question: question?.merge ?? null,
    comparing,
    compare: () => question && meetAgain(question),
    putOff: () => setComparing(false),
    resolve,
    taken,
    save,
  };
}

/** What of the page about the couple can be edited. */
interface AboutFields {
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
interface AboutDraft extends AboutFields {
  readonly base: AboutVersion;
}

const rules: FieldRules<AboutFields> = {
  since: { label: { key: 'about.since' }, kind: 'text' },
  story: { label: { key: 'about.story' }, kind: 'html', equal: sameHtml, together: mergedText },
};

const fieldsOf = ({ story, since }: About): AboutFields => ({ story, since: since ?? '' });

const readFields = ({ story, since }: Entry): AboutFields => ({ story: text(story), since: text(since) });

/** A kept edit of any shape; `loaded` stands for a base that is not in it. */
function readDraft(entry: Entry, loaded: AboutVersion): AboutDraft {
  const base = entry.base as { readonly fields?: Entry; readonly tag?: unknown } | undefined;
  return {
    ...readFields(entry),
    base: base?.fields ? { fields: readFields(base.fields), tag: textOrNull(base.tag) } : loaded,
  };
}

const merge = (base: AboutFields, mine: AboutFields, theirs: AboutFields): Merge<AboutFields> =>
  mergeFields(rules, base, mine, theirs);

/** The body of a save: what was changed. */
function changes(from: AboutFields, to: AboutFields): { story?: string; since?: string | null } {
  return {
    ...(!sameHtml(from.story, to.story) && { story: to.story }),
    ...(from.since !== to.since && { since: to.since || null }),
  };
}
