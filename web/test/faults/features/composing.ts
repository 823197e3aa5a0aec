import { postsEndpoints } from '@duet/contract/posts/endpoints';
import type { Post } from '@duet/contract/posts/shapes';
import fc from 'fast-check';
import { personOf, type Run, type TabName } from '../run.ts';
import { Composer, type Kind, type Written } from './composer.ts';
import { EditForm } from './edit-form.ts';
import { type Deed, deed, type Feature, type FeatureKind } from './feature.ts';

/** What one tab has kept to change a post that is published already. */
interface Kept {
  readonly tab: TabName;
  readonly written: Written;
}

const tabs = fc.constantFrom<TabName>('ana1', 'ana1', 'ana2', 'ben1');

class Composing implements Feature {
  readonly #run: Run;
  readonly #open = new Map<TabName, Composer>();
  readonly #typed = new Set<string>();
  readonly #published: Written[] = [];
  /** Forms whose post is published with other words, so that theirs are kept to change it. */
  readonly #goesOn: Kept[] = [];
  readonly #givenUp = new Set<string>();
  /** Words that were sent by a page that crashed before it could say what became of them. */
  readonly #unheard: string[] = [];

  constructor(run: Run) {
    this.#run = run;
  }

  async do({ name, words: [tab, kind] }: Deed): Promise<void> {
    const at = tab as TabName;
    this.#look();
    const composer = this.#open.get(at) ?? (await this.#begin(at, kind as Kind));
    if (!composer.isThere || composer.isBusy || !composer.hasEditor) return;
    if (name === 'type') this.#type(composer);
    if (name === 'addPicture') void composer.addPicture();
    if (name === 'publish') composer.publish(this.#run);
  }

  crashes(tab: TabName): void {
    this.#look();
    this.#unheard.push(...(this.#open.get(tab)?.sent?.words ?? []));
    this.#open.delete(tab);
  }

  async #begin(tab: TabName, kind: Kind): Promise<Composer> {
    const composer = await Composer.open(kind, await this.#run.tab(tab));
    this.#open.set(tab, composer);
    await this.#run.quiet();
    if (composer.isThere && !composer.hasEditor) await this.#run.quiet();
    composer.toldBefore = composer.tab.told.length;
    if (composer.isThere) composer.restored = composer.written(this.#run);
    return composer;
  }

  #type(composer: Composer): void {
    const word = this.#run.word();
    this.#typed.add(word);
    composer.type(word);
  }

  /** Takes note of what people have been told since. */
  #look(): void {
    for (const [name, composer] of this.#open) {
      const { sent, tab, texts } = composer;
      const said = tab.told.slice(composer.toldBefore).map(({ text }) => text);
      if (said.includes(texts.t('composer.published'))) {
        // Without a press it is what a page before had sent, which is there again.
        this.#published.push(sent ?? composer.restored);
        this.#close(name, composer);
      } else if (said.includes(texts.t('composer.publishedOtherwise'))) {
        // What was written goes on as a change of the post that is there.
        this.#close(name, composer);
        this.#goesOn.push({ tab: name, written: sent ?? composer.restored });
      } else if (sent && !composer.isBusy) {
        // The page goes on asking what became of it, and says so without another press.
        if (said.includes(texts.t('composer.publishUnknown'))) composer.restored = sent;
        composer.sent = null;
      }
    }
  }

  #close(name: TabName, composer: Composer): void {
    composer.close();
    this.#open.delete(name);
  }

  async finish(): Promise<void> {
    this.#look();
    for (const name of [...this.#open.keys()]) await this.#publish(name);
    for (const kept of this.#goesOn) if (kept.written.words.length > 0) await this.#saveKept(kept);
    // What is kept on a device, as after a crash.
    for (const name of ['ana1', 'ben1'] as const) {
      for (const kind of ['text', 'gallery'] as const) await this.#publishKept(name, kind);
    }
  }

  /** Opens what is kept of a new post as a change of the one that is published, and saves it. */
  async #saveKept({ tab, written }: Kept): Promise<void> {
    const { id } = this.#run.people[personOf(tab)];
    const prefix = `duet.compose.edit.${id}.`;
    for (const [key, text] of this.#run.device(personOf(tab)).texts) {
      if (!key.startsWith(prefix) || !written.words.every((word) => text.includes(word))) continue;
      const form = await EditForm.open(this.#run, tab, key.slice(prefix.length));
      if (!form) continue;
      for (let tries = 0; tries < 4; tries += 1) {
        await form.decide();
        form.save();
        await this.#run.pass(60_000);
        const saved = form.saved();
        for (const word of form.givenUp) this.#givenUp.add(word);
        if (saved) this.#changed.push({ ...written, words: saved });
        if (saved) break;
      }
      form.close();
      return;
    }
  }

  readonly #changed: Written[] = [];

  async #publishKept(name: TabName, kind: Kind): Promise<void> {
    const { texts } = this.#run.device(personOf(name));
    const key = [...texts.keys()].find((one) =>
      one.startsWith(`duet.compose.${kind === 'text' ? 'richText' : 'gallery'}.`),
    );
    if (!key || this.#run.wordsIn(texts.get(key) ?? '').length === 0) return;
    await this.#run.crash(name);
    await this.#begin(name, kind);
    await this.#publish(name);
  }

  async #publish(name: TabName): Promise<void> {
    for (let tries = 0; tries < 6; tries += 1) {
      const composer = this.#open.get(name);
      if (!composer) return;
      const { words, pictures } = composer.written(this.#run);
      if (words.length === 0 && pictures === 0) {
        composer.close();
        this.#open.delete(name);
        return;
      }
      if (words.length === 0) this.#type(composer);
      if (pictures === 0 && composer.kind === 'gallery') void composer.addPicture();
      composer.retry();
      await this.#run.pass(60_000);
      composer.publish(this.#run);
      await this.#run.pass(60_000);
      this.#look();
    }
  }

  async differences(): Promise<string[]> {
    const { duet, people } = this.#run;
    const { data } = await people.ana.api.call(postsEndpoints['posts.feed'], { query: { limit: '100' } });
    const posts = data.posts.map((post) => ({
      post,
      words: this.#run.wordsIn(`${post.content} ${post.caption}`),
    }));
    const found: string[] = [];
    for (const [name, composer] of this.#open) {
      const said = composer.tab.told.at(-1)?.text;
      found.push(`${name}: what was written can never be published; the last words are "${said}"`);
    }
    for (const id of this.#run.network.published) {
      const { status } = await people.ana.api.attempt(postsEndpoints['posts.detail'], { params: { id } });
      if (status === 404) found.push(`the post ${id} was published, and is deleted without anybody's word`);
    }
    for (const word of this.#typed) {
      const there = posts.filter(({ words }) => words.includes(word)).length;
      if (
        there === 0 &&
        this.#changed.some(({ words }) => words.includes(word)) &&
        !this.#givenUp.has(word)
      ) {
        found.push(`${word} was saved as a change of a post, as somebody was told, and is there no more`);
      }
      const told = this.#published.filter(({ words }) => words.includes(word)).length;
      const changed = this.#changed.filter(({ words }) => words.includes(word)).length;
      const most = Math.max(told, Number(this.#unheard.includes(word))) + changed;
      if (there > most)
        found.push(`${word} was published ${most} times, as people were told, and is there ${there} times`);
    }
    for (const { words, pictures } of this.#published) {
      const match = posts.find(
        (one) =>
          words.every((word) => one.words.includes(word) || this.#givenUp.has(word)) &&
          picturesOf(one.post).length >= pictures,
      );
      if (!match)
        found.push(`${words} with ${pictures} pictures: told that it is published, and it is not there`);
      for (const url of match ? picturesOf(match.post) : []) {
        const { status } = await fetch(new URL(url, duet.url));
        if (status !== 200) found.push(`${words}: the picture ${url} answers ${status}`);
      }
    }
    return found;
  }
}

const picturesOf = ({ postType, media, content }: Post): string[] =>
  postType === 'gallery'
    ? media.map(({ url }) => url)
    : [...content.matchAll(/<img[^>]*src="([^"]+)"/g)].map(([, url]) => (url ?? '').replaceAll('&amp;', '&'));

const kinds = fc.constantFrom<Kind>('text', 'text', 'gallery');

/** New posts: text with pictures, galleries; the same draft in two tabs; crashes of tabs. */
export const composing: FeatureKind = {
  deeds: [
    { weight: 6, arbitrary: deed('type', tabs, kinds) },
    { weight: 5, arbitrary: deed('addPicture', tabs, kinds) },
    { weight: 7, arbitrary: deed('publish', tabs, kinds) },
  ],
  begin: (run) => new Composing(run),
};
