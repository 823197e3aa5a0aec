import { postsEndpoints } from '@duet/contract/posts/endpoints';
import fc from 'fast-check';
import type { Run, TabName } from '../run.ts';
import { EditForm } from './edit-form.ts';
import { type Deed, deed, type Feature, type FeatureKind } from './feature.ts';

/** One post, changed by two people and in two tabs of one of them: in its text or its title. */
class EditingPosts implements Feature {
  readonly #run: Run;
  readonly #open = new Map<TabName, EditForm>();
  /** What somebody was told is saved. */
  readonly #saved = new Set<string>();
  /** What somebody has decided against, having seen it. */
  readonly #givenUp = new Set<string>();
  #hasBoth = false;

  constructor(run: Run) {
    this.#run = run;
  }

  async do({ name, words: [tab, field] }: Deed): Promise<void> {
    const at = tab as TabName;
    this.#look();
    const form = this.#open.get(at) ?? (await this.#begin(at));
    if (!form || form.isBusy) return;
    if (name === 'edit') form.type(field as 'title' | 'content', this.#run.word());
    else await this.#save(form);
  }

  crashes(tab: TabName): void {
    this.#look();
    this.#open.delete(tab);
  }

  async #begin(name: TabName): Promise<EditForm | null> {
    const form = await EditForm.open(this.#run, name, this.#run.post._id);
    if (form) this.#open.set(name, form);
    return form;
  }

  async #save(form: EditForm): Promise<void> {
    await form.decide();
    for (const word of form.givenUp) this.#givenUp.add(word);
    this.#hasBoth ||= form.hasBoth;
    form.save();
  }

  #look(): void {
    for (const [name, form] of this.#open) {
      const saved = form.saved();
      if (!saved) continue;
      for (const word of saved) this.#saved.add(word);
      form.close();
      this.#open.delete(name);
    }
  }

  async finish(): Promise<void> {
    this.#look();
    for (const [name, form] of [...this.#open]) {
      for (let tries = 0; tries < 6 && this.#open.has(name); tries += 1) {
        await this.#save(form);
        await this.#run.pass(60_000);
        this.#look();
      }
    }
  }

  async differences(): Promise<string[]> {
    const { people, post } = this.#run;
    const { data } = await people.ana.api.call(postsEndpoints['posts.detail'], { params: { id: post._id } });
    const there = this.#run.wordsIn(`${data.post.title} ${data.post.content}`);
    const found = [...this.#open].map(
      ([name, { tab }]) =>
        `${name}: a change can never be saved; the last words are "${tab.told.at(-1)?.text}"`,
    );
    for (const word of this.#saved) {
      const times = there.filter((one) => one === word).length;
      const isLost = times === 0 && !this.#givenUp.has(word);
      if (isLost || (times > 1 && !this.#hasBoth))
        found.push(`the change ${word} was saved, as somebody was told, and is there ${times} times`);
    }
    return found;
  }
}

const tabs = fc.constantFrom<TabName>('ana1', 'ana2', 'ben1', 'ben1');
const fields = fc.constantFrom('title', 'content');

export const editing: FeatureKind = {
  deeds: [
    { weight: 6, arbitrary: deed('edit', tabs, fields) },
    { weight: 6, arbitrary: deed('save', tabs) },
  ],
  begin: (run) => new EditingPosts(run),
};
