import { postsEndpoints } from '@duet/contract/posts/endpoints';
import type { Post } from '@duet/contract/posts/shapes';
import fc from 'fast-check';
import type { Form } from '../react-host.ts';
import type { Run, TabName } from '../run.ts';
import type { Tab } from '../tab.ts';
import { type Deed, deed, type Feature, type FeatureKind } from './feature.ts';

type Texts = typeof import('../../../src/i18n/language.ts');

interface Fields {
  readonly draft: { readonly title: string; readonly content: string };
  readonly onChange: (part: { title?: string; content?: string }) => void;
  readonly actions: (state: object) => unknown;
  readonly disabled: boolean;
}

/** The form of the run's post in one tab. */
interface Editing {
  readonly tab: Tab;
  readonly texts: Texts;
  readonly form: Form;
  /** What stood there when Save was pressed. */
  sent: readonly string[] | null;
  /** How many toasts there were then. */
  toldBefore: number;
}

const fieldsOf = ({ form }: Editing): Fields | null =>
  form.part('RichTextFields') as unknown as Fields | null;

/** One post, changed by two people and in two tabs of one of them: in its text or its title. */
class EditingPosts implements Feature {
  readonly #run: Run;
  readonly #open = new Map<TabName, Editing>();
  /** What somebody was told is saved. */
  readonly #saved = new Set<string>();
  readonly #typed = new Set<string>();

  constructor(run: Run) {
    this.#run = run;
  }

  async do({ name, words: [tab, field] }: Deed): Promise<void> {
    const at = tab as TabName;
    this.#look();
    if (name === 'editCrash') {
      await this.#run.pass(300);
      this.#look();
      this.#open.delete(at);
      return this.#run.crash(at);
    }
    const editing = this.#open.get(at) ?? (await this.#begin(at));
    const fields = editing && fieldsOf(editing);
    if (!editing || !fields || fields.disabled) return;
    if (name === 'edit') this.#type(fields, field as 'title' | 'content');
    else this.#save(editing);
  }

  /** Opens the form on what the server has now; null where it does not answer. */
  async #begin(name: TabName): Promise<Editing | null> {
    const tab = await this.#run.tab(name);
    const { EditPost } = await tab.load<Record<string, unknown>>('/src/features/composer/EditPost.tsx');
    const texts = await tab.load<Texts>('/src/i18n/language.ts');
    const editing: Editing = {
      tab,
      texts,
      form: tab.show(EditPost, { id: this.#run.post._id }, ['EditRichText']),
      sent: null,
      toldBefore: 0,
    };
    await this.#run.until(() => fieldsOf(editing) !== null, 35_000);
    if (!fieldsOf(editing)) {
      editing.form.unmount();
      return null;
    }
    this.#open.set(name, editing);
    return editing;
  }

  #type({ draft, onChange }: Fields, field: 'title' | 'content'): void {
    const word = this.#run.word();
    this.#typed.add(word);
    if (field === 'title') onChange({ title: `${draft.title} ${word}` });
    else onChange({ content: `${draft.content}<p>${word}</p>` });
  }

  #wordsOf({ title, content }: Pick<Post, 'title' | 'content'>): string[] {
    return this.#run.wordsIn(`${title} ${content}`);
  }

  #save(editing: Editing): void {
    const fields = fieldsOf(editing);
    if (!fields || fields.disabled || editing.sent) return;
    const sent = this.#wordsOf(fields.draft);
    const before = editing.tab.told.length;
    if (!editing.form.press(editing.texts.t('composer.save'), fields.actions({ editor: {}, uploading: 0 })))
      return;
    editing.sent = sent;
    editing.toldBefore = before;
  }

  #look(): void {
    for (const [name, editing] of this.#open) {
      if (!editing.sent) continue;
      const said = editing.tab.told.slice(editing.toldBefore);
      if (said.some(({ text }) => text === editing.texts.t('composer.saved'))) {
        for (const word of editing.sent) this.#saved.add(word);
        editing.form.unmount();
        this.#open.delete(name);
      } else if (!fieldsOf(editing)?.disabled) editing.sent = null;
    }
  }

  async finish(): Promise<void> {
    this.#look();
    for (const [name, editing] of [...this.#open]) {
      for (let tries = 0; tries < 6 && this.#open.has(name); tries += 1) {
        this.#save(editing);
        await this.#run.pass(60_000);
        this.#look();
      }
    }
  }

  async differences(): Promise<string[]> {
    const { people, post } = this.#run;
    const { data } = await people.ana.api.call(postsEndpoints['posts.detail'], { params: { id: post._id } });
    const there = this.#wordsOf(data.post);
    const found = [...this.#open].map(
      ([name, { tab }]) =>
        `${name}: a change can never be saved; the last words are "${tab.told.at(-1)?.text}"`,
    );
    for (const word of this.#saved) {
      const times = there.filter((one) => one === word).length;
      if (times !== 1)
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
    { weight: 1, arbitrary: deed('editCrash', tabs) },
  ],
  begin: (run) => new EditingPosts(run),
};
