import fc, { type Arbitrary } from 'fast-check';
import type { Run, TabName } from '../run.ts';

/** One thing that a person does. */
export interface Deed {
  readonly name: string;
  readonly words: readonly unknown[];
}

/** A part of the app, as its people use it, and what must be so because of what they were told. */
export interface Feature {
  /** Does it as far as it can be done now; what it begins may still be under way afterwards. */
  do(deed: Deed): Promise<void>;
  /** A tab is about to crash: what it showed is gone. */
  crashes?(tab: TabName): void;
  /** The network is whole again: people go on until they are told that it is done. */
  finish(): Promise<void>;
  /** What is not as people were told, read from the server itself. */
  differences(): Promise<string[]>;
}

export interface FeatureKind {
  readonly deeds: readonly { readonly weight: number; readonly arbitrary: Arbitrary<Deed> }[];
  readonly begin: (run: Run) => Feature;
}

/** A deed with its words, each drawn. */
export const deed = (name: string, ...words: Arbitrary<unknown>[]): Arbitrary<Deed> =>
  fc.tuple(...words).map((drawn) => ({ name, words: drawn }));
