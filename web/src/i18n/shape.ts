/** A text that depends on a count; the language's own plural categories (Romanian has `few`). */
export interface Plural {
  readonly one: string;
  readonly few?: string;
  readonly other: string;
}

type Entry = string | Plural;
type Area = Readonly<Record<string, Entry>>;
export type Texts = Readonly<Record<string, Area>>;

/** What a translation of one area must have: the same keys, and every plural form. */
export type TranslatedArea<T> = { readonly [K in keyof T]: T[K] extends string ? string : Required<Plural> };

export type Translated<T> = { readonly [A in keyof T]: TranslatedArea<T[A]> };

type Placeholders<S> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | Placeholders<Rest> : never;
type NamesIn<E> = E extends string
  ? Placeholders<E>
  : E extends Plural
    ? 'count' | Placeholders<E[keyof E]>
    : never;

type Keys<T> = { [A in keyof T & string]: `${A}.${keyof T[A] & string}` }[keyof T & string];
type At<T, Key> = Key extends `${infer A}.${infer K}`
  ? A extends keyof T
    ? K extends keyof T[A]
      ? T[A][K]
      : never
    : never
  : never;

/** `{specials}` always carries the same value, `{site}` the name of the site; both are filled in by the translator itself. */
type Asked<T, Key> = Exclude<NamesIn<At<T, Key>>, 'specials' | 'site'>;

type Values<Names extends string> = {
  readonly [Name in Names]: Name extends 'count' ? number : string | number;
};

/** The keys of texts without placeholders and plurals. */
export type PlainKeys<T> = { [Key in Keys<T>]: [Asked<T, Key>] extends [never] ? Key : never }[Keys<T>];

/** Gives the text of a key; asks for exactly the values that its placeholders name. */
export type Translate<T> = <Key extends Keys<T>>(
  key: Key,
  ...values: [Asked<T, Key>] extends [never] ? [] : [Values<Asked<T, Key>>]
) => string;
