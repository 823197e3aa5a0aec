import type { PlainKey, T } from '../../../i18n/language.ts';

/** What becomes of a field that both changed. */
export type Choice = 'mine' | 'theirs' | 'together';
export type Choices = ReadonlyMap<string, Choice>;

/** A name that a person knows a field by; `number` for one of several, counted from 1. */
export interface FieldLabel {
  readonly key: PlainKey | 'composer.mergeAlt';
  readonly number?: number;
}

/** A picture of a gallery in a comparison. */
export interface ComparedPicture {
  readonly path: string;
  readonly alt: string;
}

/** What both versions hold, in the form in which it is shown. */
type Compared =
  | { readonly kind: 'text' | 'html'; readonly mine: string; readonly theirs: string }
  | {
      readonly kind: 'pictures';
      readonly mine: readonly ComparedPicture[];
      readonly theirs: readonly ComparedPicture[];
    };

/** A field that was changed on both sides since the version that the edit began from. */
export interface Conflict {
  /** Identifies it among the conflicts of the same post. */
  readonly field: string;
  readonly label: FieldLabel;
  readonly shown: Compared;
  readonly choices: readonly Choice[];
}

/** A three-way merge: what is decided by itself, and what a person has to decide. */
export interface Merge<Fields> {
  /** The fields that only the other side changed; they are taken over. */
  readonly taken: readonly FieldLabel[];
  readonly conflicts: readonly Conflict[];
  /** The merged fields. A conflict that `choices` does not decide stays as it is here. */
  readonly resolve: (choices: Choices) => Fields;
}

/** How one field of a form is merged. */
export interface FieldRule<Value> {
  readonly label: FieldLabel;
  readonly kind: 'text' | 'html';
  readonly equal?: (one: Value, other: Value) => boolean;
  /** What is shown of a value that is no text itself. */
  readonly show?: (value: Value) => string;
  /** Both versions in one, to be edited further; absent where there can be no such thing. */
  readonly together?: (mine: Value, theirs: Value, base: Value | undefined) => Value;
}

export type FieldRules<Fields> = { readonly [Name in keyof Fields]: FieldRule<Fields[Name]> };

/** Who changed a value since `base`; without a base every difference counts as changed by both. */
export function changedBy<Value>(
  base: Value | undefined,
  mine: Value,
  theirs: Value,
  equal: (one: Value, other: Value) => boolean = Object.is,
): 'nobody' | 'me' | 'them' | 'both' {
  if (equal(mine, theirs)) return 'nobody';
  if (base === undefined) return 'both';
  if (equal(base, theirs)) return 'me';
  return equal(base, mine) ? 'them' : 'both';
}

/** Merges the fields of a form one by one. `base` is null where the version that the edit began from is not known. */
export function mergeFields<Fields extends object>(
  rules: FieldRules<Fields>,
  base: Fields | null,
  mine: Fields,
  theirs: Fields,
): Merge<Fields> {
  const taken: FieldLabel[] = [];
  const conflicts: Conflict[] = [];
  const values: ((choices: Choices) => Partial<Fields>)[] = [];
  for (const name of Object.keys(rules) as (keyof Fields & string)[]) {
    const { label, kind, equal, show = String, together } = rules[name];
    const [was, here, there] = [base?.[name], mine[name], theirs[name]];
    const who = changedBy(was, here, there, equal);
    const as = (value: Fields[typeof name]) => ({ [name]: value }) as unknown as Partial<Fields>;
    if (who === 'them') taken.push(label);
    if (who !== 'both') {
      values.push(() => as(who === 'them' ? there : here));
      continue;
    }
    const choices: Choice[] = together ? ['mine', 'theirs', 'together'] : ['mine', 'theirs'];
    conflicts.push({
      field: name,
      label,
      shown: { kind, mine: show(here), theirs: show(there) },
      choices,
    });
    values.push((made) => {
      const choice = made.get(name) ?? 'mine';
      if (choice === 'together' && together) return as(together(here, there, was));
      return as(choice === 'theirs' ? there : here);
    });
  }
  const resolve = (choices: Choices) =>
    Object.assign({}, ...values.map((decided) => decided(choices))) as Fields;
  return { taken, conflicts, resolve };
}

/** A field as a person knows it. */
export const fieldName = ({ key, number = 0 }: FieldLabel, t: T): string =>
  key === 'composer.mergeAlt' ? t(key, { number }) : t(key);

/** Several of them, each once. */
export const fieldNames = (labels: readonly FieldLabel[], t: T): string =>
  [...new Set(labels.map((label) => fieldName(label, t)))].join(', ');
