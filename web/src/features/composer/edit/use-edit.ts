import type { Post } from '@duet/contract/posts/shapes';
import { useEffect, useRef, useState } from 'react';
import { CallFailure, failureText } from '../../../api/failure.ts';
import { useTexts } from '../../../i18n/language.ts';
import { useToast } from '../../../ui/toast.ts';
import { editKey, type KeptDraft, useLocalDraft } from '../form/local-draft.ts';
import type { PostDraft, PostKind } from '../form/post-kind.ts';
import { isSameWork } from '../form/same-work.ts';
import type { PictureDraft } from '../form/use-server-draft.ts';
import { type EditState, readState } from './edit-state.ts';
import { type Choice, type Choices, type FieldLabel, fieldNames, type Merge } from './three-way.ts';
import { isGone, type PostVersion, presentOf, savePost, type Version } from './version.ts';

/** Versions that follow each other while one is being saved: after so many the person is told instead. */
const maxTries = 5;

/** What the form of every type of post is given. */
export interface EditFormProps {
  /** The post as it was when the page was opened. */
  readonly loaded: PostVersion;
  readonly userId: string;
  /** After the post is saved; `isReplaced` where another form of it is seen, in which somebody has written on. */
  readonly onSaved: (post: Post, isReplaced?: boolean) => void;
  /** After the changes were thrown away. */
  readonly onDiscarded: () => void;
  /** The post is not there any more; what was written is kept on this device. */
  readonly onGone: () => void;
}

/** Two versions that a person has to bring together. */
interface Question<Fields> {
  readonly merge: Merge<Fields>;
  readonly base: Fields | null;
  readonly mine: Fields;
  readonly present: PostVersion;
  /** The version that the edit had begun from when it was asked. */
  readonly from: string | null;
  /** Whether it was decided before, and is asked once more. */
  readonly decided: boolean;
}

interface SaveSteps<Fields> {
  /** Runs before each try with the version to be changed; answers the one to go on from. */
  readonly prepare?: (base: Version<Fields>) => Promise<Version<Fields>>;
  /** Handles a failure that only this form knows; answers whether it did. */
  readonly handleError?: (error: unknown) => boolean;
}

/** A save that succeeded, and what was sent with it. */
interface Saved<Draft> {
  readonly sent: Draft;
  readonly saved: PostVersion;
  /** What others had changed and the form has taken over. */
  readonly taken: readonly FieldLabel[];
}

export interface Edit<Draft, Fields> {
  /** The name under which this device keeps the edit and, below it, its files. */
  readonly key: string;
  /** The post, which takes uploads. */
  readonly target: PictureDraft;
  readonly local: KeptDraft<Draft & EditState<Fields>>;
  readonly changed: boolean;
  readonly saving: boolean;
  readonly save: (steps?: SaveSteps<Fields>) => Promise<void>;
  /** What the form holds is newer than this version of the post, and goes on as a change of it. */
  readonly goOnFrom: (saved: PostVersion) => void;
  /** What a person has to decide before a save; null where there is nothing. */
  readonly question: Merge<Fields> | null;
  readonly comparing: boolean;
  readonly compare: () => void;
  readonly putOff: () => void;
  readonly resolve: (choices: Choices) => void;
  /** Asks again what was decided; null where nothing was. */
  readonly chooseAgain: (() => void) | null;
  /** The newest version of the post that is known here. */
  readonly present: PostVersion;
  /** What the other side changed and the form has taken over. */
  readonly taken: readonly FieldLabel[];
}

const choiceOfAll = (merge: Merge<unknown>, choice: Choice): Choices =>
  new Map(merge.conflicts.map(({ field }) => [field, choice]));

/**
 * Edits a stored post without overwriting what somebody else has saved meanwhile. The version that the edit began from
 * is kept beside the words. A save sends the fields that differ from it, on condition that it is still the present one
 * (RFC 9110, 13.1.1). Where it is not, the changes of both sides are merged field by field, and the person is asked where
 * both changed the same one. A kept edit is merged in the same way when it is opened again.
 *
 * @param onFilled After the form was made to hold other fields than the person wrote.
 */
export function useEdit<Draft extends PostDraft, Fields extends object>(
  kind: PostKind<Draft, Fields>,
  { loaded, userId, onSaved, onGone }: EditFormProps,
  onFilled?: (fields: Fields) => void,
): Edit<Draft, Fields> {
  const { t } = useTexts();
  const toast = useToast();
  const key = editKey(userId, loaded.post._id);
  const target = { id: () => Promise.resolve(loaded.post._id), gone: () => undefined };
  const [start] = useState(() => ({
    ...kind.draftOf(loaded.post),
    base: { tag: loaded.tag, fields: kind.stored(loaded.post) },
    aside: null,
  }));
  const local = useLocalDraft<Draft & EditState<Fields>>(key, start, (entry) => ({
    ...kind.read(entry, loaded.post),
    ...readState<Fields>(entry, kind),
  }));
  const [question, setQuestion] = useState<Question<Fields> | null>(null);
  const [comparing, setComparing] = useState(false);
  const [taken, setTaken] = useState<readonly FieldLabel[]>([]);
  const [saving, setSaving] = useState(false);
  const busy = useRef(false);
  const newest = useRef(loaded);

  const written = kind.written(local.draft);
  const base = local.draft.base?.fields ?? kind.stored(loaded.post);
  const changed = Object.keys(kind.changes(base, written)).length > 0;

  function fill(fields: Fields, present: PostVersion, aside: EditState<Fields>['aside']): void {
    newest.current = present;
    local.change(
      (draft) =>
        ({
          ...kind.filled(draft, fields, present.post),
          base: { tag: present.tag, fields: kind.stored(present.post) },
          aside,
        }) as Partial<Draft & EditState<Fields>>,
    );
    onFilled?.(fields);
  }

  function compareWith(present: PostVersion): Question<Fields> {
    const draft = local.now();
    const [from, mine] = [draft.base?.fields ?? null, kind.written(draft)];
    const merge = kind.merge(from, mine, kind.stored(present.post));
    return { merge, base: from, mine, present, from: draft.base?.tag ?? null, decided: false };
  }

  /** Brings what is written and the present version together; answers what was taken over, or null where it has to ask. */
  function meet(present: PostVersion): readonly FieldLabel[] | null {
    const compared = compareWith(present);
    const { merge } = compared;
    if (merge.conflicts.length > 0) {
      setQuestion(compared);
      setComparing(true);
      return null;
    }
    fill(merge.resolve(new Map()), present, local.now().aside);
    return merge.taken;
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: a kept edit meets the post as it was loaded, once
  useEffect(() => {
    const from = local.now().base;
    if (local.restored && (from === null || from.tag === null || from.tag !== loaded.tag)) {
      setTaken(meet(loaded) ?? []);
    }
  }, []);

  /** Asks again in the words of now; answers whether nothing is left to decide. */
  function meetAgain(present: PostVersion): boolean {
    const more = meet(present);
    if (!more) return false;
    setQuestion(null);
    setTaken(more);
    return true;
  }

  function putOff(): void {
    setComparing(false);
    // What was decided stays decided.
    if (question?.decided) setQuestion(null);
  }

  function resolve(choices: Choices): void {
    if (!question) return;
    // Since it was asked, something may have been written, and pictures have come to the server.
    const asked = question.decided ? compareDecided() : compareWith(question.present);
    if (asked?.merge.conflicts.some(({ field }) => !choices.has(field))) {
      setQuestion(asked);
      return;
    }
    if (asked) {
      const { merge, present, base, mine } = asked;
      fill(merge.resolve(choices), present, { base, mine });
      setTaken(merge.taken);
    }
    setQuestion(null);
    setComparing(false);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was compared is not what the form has taken over
  useEffect(() => {
    if (local.takenOver === 0) return;
    setTaken([]);
    // The words of a new post that was published otherwise have begun from no version.
    if (local.now().base === null) {
      meetAgain(newest.current);
      return;
    }
    // Another tab may have decided it; where it has only written on, it is asked of the words of now.
    const again = question && !local.now().aside ? compareWith(question.present) : null;
    const isOpen = again !== null && again.from === question?.from && again.merge.conflicts.length > 0;
    setQuestion(isOpen ? again : null);
    setComparing(isOpen && comparing);
  }, [local.takenOver]);

  /** What was decided, to be asked again; null where nothing was. */
  function compareDecided(): Question<Fields> | null {
    const draft = local.now();
    if (!draft.aside || !draft.base) return null;
    const { aside, base: from } = draft;
    const here = kind.written(draft);
    const decided = kind.merge(aside.base, aside.mine, from.fields);
    const results = (['mine', 'theirs', 'together'] as const).map((choice) =>
      decided.resolve(choiceOfAll(decided, choice)),
    );
    // What was written after the choice is newer than what was set aside by it.
    const names = Object.keys(here) as (keyof Fields)[];
    const isChosen = (name: keyof Fields) =>
      results.some((result) => JSON.stringify(result[name]) === JSON.stringify(here[name]));
    const mine = Object.assign(
      {},
      aside.mine,
      ...names.filter((name) => !isChosen(name)).map((name) => ({ [name]: here[name] })),
    );
    const merge = kind.merge(aside.base, mine, from.fields);
    const present = { post: newest.current.post, tag: from.tag };
    return { merge, base: aside.base, mine, present, from: from.tag, decided: true };
  }

  function chooseAgain(): void {
    const decided = compareDecided();
    if (!decided) return;
    setQuestion(decided);
    setComparing(true);
  }

  async function save({ prepare, handleError }: SaveSteps<Fields> = {}): Promise<void> {
    if (busy.current) return;
    if (question && !meetAgain(question.present)) return;
    busy.current = true;
    setSaving(true);
    try {
      const outcome = await saveOverVersions(prepare);
      if (!outcome) return;
      const { sent, saved, taken: names } = outcome;
      // The form may have taken over what another tab has written on meanwhile.
      if (!isSameWork(kind, sent, local.now())) {
        goOnFrom(saved);
        toast.warning(t('composer.savedNotAll'));
        return;
      }
      const stays = local.forget((written) => !isSameWork(kind, sent, written));
      const fields = fieldNames(names, t);
      toast.success(fields ? t('composer.savedMerged', { fields }) : t('composer.saved'));
      onSaved(saved.post, stays && local.hasLeft());
    } catch (error) {
      if (isGone(error)) {
        local.change({});
        local.keepNow();
        return onGone();
      }
      if (handleError?.(error)) return;
      const said = failureText(error, t('composer.updateFailed'));
      const refused = error instanceof CallFailure && (error.status === 401 || error.status === 403);
      local.keepNow();
      toast.error(refused ? `${said} ${t('composer.wordsKept')}` : said);
    } finally {
      busy.current = false;
      setSaving(false);
    }
  }

  function goOnFrom(saved: PostVersion): void {
    newest.current = saved;
    const base = { tag: saved.tag, fields: kind.stored(saved.post) };
    local.change({ base, aside: null } as Partial<Draft & EditState<Fields>>);
    local.keepNow();
  }

  /** Saves, once more over each version that comes in between; null where a person has to decide first. */
  async function saveOverVersions(prepare: SaveSteps<Fields>['prepare']): Promise<Saved<Draft> | null> {
    const taken: FieldLabel[] = [];
    for (let tries = 1; ; tries += 1) {
      try {
        let from = local.now().base ?? { tag: loaded.tag, fields: kind.stored(loaded.post) };
        if (prepare) {
          from = await prepare(from);
          local.change({ base: from } as Partial<Draft & EditState<Fields>>);
        }
        const sent = local.now();
        const body = kind.changes(from.fields, kind.written(sent));
        return { sent, saved: await savePost(loaded.post._id, body, from.tag), taken };
      } catch (error) {
        const present = presentOf(error);
        if (present?.post.postType !== kind.postType || tries === maxTries) throw error;
        const more = meet(present);
        if (!more) return null;
        taken.push(...more);
      }
    }
  }

  return {
    key,
    target,
    local,
    changed,
    saving,
    save,
    goOnFrom,
    question: question?.merge ?? null,
    comparing,
    compare: () => question && meetAgain(question.present),
    putOff,
    resolve,
    present: question?.present ?? newest.current,
    chooseAgain: local.draft.aside && !question ? chooseAgain : null,
    taken,
  };
}
