import { messagesEndpoints } from '@duet/contract/messages/endpoints';
import fc from 'fast-check';
import { type PersonName, personOf, type Run, type TabName } from '../run.ts';
import { type Deed, deed, type Feature, type FeatureKind } from './feature.ts';

type ThreadStores = typeof import('../../../src/features/messages/thread/thread-stores.ts');

const partnerOf = (name: PersonName): PersonName => (name === 'vera' ? 'ana' : 'vera');

/** Messages between two people, from one tab or two. */
class Messages implements Feature {
  readonly #run: Run;
  readonly #written: { readonly word: string; readonly by: PersonName }[] = [];

  constructor(run: Run) {
    this.#run = run;
  }

  async do({ name, words: [tab] }: Deed): Promise<void> {
    const at = tab as TabName;
    if (name === 'messageAgain') {
      if (this.#run.isOpen(at)) (await this.#agent(at)).tryAgain();
      return;
    }
    const word = this.#run.word();
    this.#written.push({ word, by: personOf(at) });
    (await this.#agent(at)).write(word);
    await this.#run.quiet();
  }

  async #agent(name: TabName) {
    const tab = await this.#run.tab(name);
    const { threadStoreOf } = await tab.load<ThreadStores>('/src/features/messages/thread/thread-stores.ts');
    const me = personOf(name);
    return threadStoreOf(this.#run.people[me].id, this.#run.people[partnerOf(me)].id);
  }

  async finish(): Promise<void> {
    for (const name of ['vera1', 'ana1'] as const) {
      for (let tries = 0; tries < 3; tries += 1) {
        const agent = await this.#agent(name);
        await agent.resume();
        agent.tryAgain();
        await this.#run.pass(60_000);
      }
    }
  }

  async differences(): Promise<string[]> {
    if (this.#written.length === 0) return [];
    const found: string[] = [];
    const { people } = this.#run;
    const texts: string[] = [];
    for (let page = 1; page <= 3; page += 1) {
      const { data } = await people.ana.api.call(messagesEndpoints['messages.conversation'], {
        params: { id: people.vera.id },
        query: { page: String(page), limit: '25' },
      });
      texts.unshift(...data.messages.map(({ message }) => message));
    }
    for (const { word, by } of this.#written) {
      const there = texts.filter((text) => text === word).length;
      if (there !== 1) found.push(`the message ${word} of ${by} is there ${there} times`);
    }
    for (const name of ['vera', 'ana'] as const) {
      const waiting = this.#run.device(name).waiting('message');
      if (waiting > 0) found.push(`${name}: ${waiting} messages still wait`);
    }
    return found;
  }
}

const tabs = fc.constantFrom<TabName>('vera1', 'vera1', 'vera2', 'ana1');

export const messages: FeatureKind = {
  deeds: [
    { weight: 7, arbitrary: deed('message', tabs) },
    { weight: 2, arbitrary: deed('messageAgain', tabs) },
  ],
  begin: (run) => new Messages(run),
};
