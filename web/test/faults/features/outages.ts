import fc from 'fast-check';
import { type PersonName, type Run, type TabName, tabNames } from '../run.ts';
import { type Deed, deed, type Feature, type FeatureKind } from './feature.ts';

/** Devices that lose their network and have it again; tabs that crash. */
class Outages implements Feature {
  readonly #run: Run;

  constructor(run: Run) {
    this.#run = run;
  }

  async do({ name, words: [who] }: Deed): Promise<void> {
    if (name === 'crash') {
      // What was typed in the last quarter of a second may be gone: it is written a moment after.
      await this.#run.pass(300);
      return this.#run.crash(who as TabName);
    }
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
    { weight: 2, arbitrary: deed('crash', fc.constantFrom<TabName>(...tabNames)) },
  ],
  begin: (run) => new Outages(run),
};
