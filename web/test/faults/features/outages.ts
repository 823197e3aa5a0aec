import fc from 'fast-check';
import type { PersonName, Run } from '../run.ts';
import { type Deed, deed, type Feature, type FeatureKind } from './feature.ts';

/** Devices that lose their network and have it again. */
class Outages implements Feature {
  readonly #run: Run;

  constructor(run: Run) {
    this.#run = run;
  }

  do({ name, words: [who] }: Deed): Promise<void> {
    return this.#run.setOnline(who as PersonName, name === 'online');
  }

  async finish(): Promise<void> {}

  async differences(): Promise<string[]> {
    return [];
  }
}

const people = fc.constantFrom<PersonName>('ana', 'ben', 'vera', 'vera');

export const outages: FeatureKind = {
  deeds: [
    { weight: 2, arbitrary: deed('offline', people) },
    { weight: 3, arbitrary: deed('online', people) },
  ],
  begin: (run) => new Outages(run),
};
