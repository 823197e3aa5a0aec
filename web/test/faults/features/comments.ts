import { commentsEndpoints } from '@duet/contract/comments/endpoints';
import fc from 'fast-check';
import type { Form } from '../react-host.ts';
import { type PersonName, personOf, type Run, type TabName, tabNames } from '../run.ts';
import { type Deed, deed, type Feature, type FeatureKind } from './feature.ts';

interface Bar {
  readonly value: string;
  readonly busy: boolean;
  readonly canSend: boolean;
  readonly onChange: (text: string) => void;
  readonly onSend: () => void;
}

/** Where a comment under the run's post is written, in a tab. */
interface Writing {
  readonly form: Form;
  /** What was sent and is not answered yet. */
  sent: readonly string[] | null;
}

const barOf = ({ form }: Writing): Bar => form.part('WriteBar') as unknown as Bar;

/** Comments under the run's post: written, sent again, kept without a network, sent by another tab. */
class Comments implements Feature {
  readonly #run: Run;
  readonly #writing = new Map<TabName, Writing>();
  /** How often each word was sent by a press that was not answered with a failure. */
  readonly #accepted = new Map<string, number>();
  readonly #typed = new Set<string>();

  constructor(run: Run) {
    this.#run = run;
  }

  async do({ words: [tab] }: Deed): Promise<void> {
    const at = tab as TabName;
    this.#look();
    const writing = this.#writing.get(at) ?? (await this.#begin(at));
    if (barOf(writing).busy) return;
    if (barOf(writing).value === '') this.#type(writing);
    await this.#run.quiet();
    this.#send(writing);
  }

  crashes(tab: TabName): void {
    this.#look();
    this.#writing.delete(tab);
  }

  async #begin(name: TabName): Promise<Writing> {
    const tab = await this.#run.tab(name);
    const { WriteComment } = await tab.load<
      typeof import('../../../src/features/comments/write/WriteComment.tsx')
    >('/src/features/comments/write/WriteComment.tsx');
    const props = { postId: this.#run.post._id, onWritten: () => undefined };
    const writing: Writing = { form: tab.show(WriteComment, props), sent: null };
    this.#writing.set(name, writing);
    await this.#run.quiet();
    return writing;
  }

  #type(writing: Writing): void {
    const word = this.#run.word();
    this.#typed.add(word);
    barOf(writing).onChange(`${barOf(writing).value} ${word}`);
  }

  #send(writing: Writing): void {
    const { value, canSend, busy, onSend } = barOf(writing);
    if (!canSend || busy || writing.sent) return;
    writing.sent = this.#run.wordsIn(value);
    onSend();
  }

  #look(): void {
    for (const writing of this.#writing.values()) {
      const bar = barOf(writing);
      if (!writing.sent || bar.busy) continue;
      const there = this.#run.wordsIn(bar.value);
      for (const word of writing.sent.filter((one) => !there.includes(one))) {
        this.#accepted.set(word, 1 + (this.#accepted.get(word) ?? 0));
      }
      writing.sent = null;
    }
  }

  async finish(): Promise<void> {
    this.#look();
    // What was typed in a tab that has crashed is there in the next one.
    for (const name of ['ana1', 'ben1', 'vera1'] as const) {
      const hasOpen = [...this.#writing.keys()].some((one) => personOf(one) === personOf(name));
      if (!hasOpen && this.#kept(personOf(name))) await this.#begin(name);
    }
    for (const writing of this.#writing.values()) {
      for (let tries = 0; tries < 4 && barOf(writing).value !== ''; tries += 1) {
        this.#send(writing);
        await this.#run.pass(60_000);
        this.#look();
      }
    }
  }

  #kept(name: PersonName): boolean {
    const { texts } = this.#run.device(name);
    return [...texts].some(
      ([key, text]) => key.startsWith('duet.draft.comment.') && this.#run.wordsIn(text).length > 0,
    );
  }

  async differences(): Promise<string[]> {
    const found: string[] = [];
    for (const [name, writing] of this.#writing) {
      if (barOf(writing).value !== '') found.push(`${name}: a comment can never be sent`);
    }
    for (const name of ['ana', 'ben', 'vera'] as const) {
      const waiting = this.#run.device(name).waiting('comment');
      if (waiting > 0) found.push(`${name}: ${waiting} comments still wait to be sent`);
    }
    const { data } = await this.#run.people.vera.api.call(commentsEndpoints['comments.list'], {
      params: { id: this.#run.post._id },
      query: { limit: '100' },
    });
    for (const word of this.#typed) {
      const there = data.comments.filter(({ text }) => this.#run.wordsIn(text).includes(word)).length;
      const accepted = this.#accepted.get(word) ?? 0;
      if (there === 0) found.push(`the comment ${word} is gone`);
      // A page that crashed could not say whether its comment was sent.
      else if (there > Math.max(1, accepted)) found.push(`the comment ${word} is there ${there} times`);
    }
    return found;
  }
}

const tabs = fc.constantFrom<TabName>('vera1', 'vera1', 'vera2', ...tabNames);

export const comments: FeatureKind = {
  deeds: [{ weight: 8, arbitrary: deed('comment', tabs) }],
  begin: (run) => new Comments(run),
};
