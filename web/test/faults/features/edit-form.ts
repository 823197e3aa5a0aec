import type { TextEditing } from '../../../src/features/composer/text/RichTextFields.tsx';
import type { Form } from '../react-host.ts';
import type { Run, TabName } from '../run.ts';
import type { Tab } from '../tab.ts';
import { HeadlessEditor } from './headless-editor.ts';

type Texts = typeof import('../../../src/i18n/language.ts');

interface Fields {
  readonly draft: { readonly title: string; readonly content: string };
  readonly onChange: (part: { title?: string; content?: string }) => void;
  readonly text: TextEditing;
  readonly actions: unknown;
  readonly disabled: boolean;
}

interface Conflict {
  readonly field: string;
  readonly choices: readonly string[];
  readonly shown: { readonly theirs: unknown };
}

/** What the form shows above its fields where somebody else has changed the post. */
interface Notice {
  readonly edit: {
    readonly question: { readonly conflicts: readonly Conflict[] } | null;
    readonly resolve: (choices: ReadonlyMap<string, string>) => void;
  };
}

/** The components that stand around the fields. */
const inner = ['EditRichText', 'EditPostForm', 'PostForm'];

/** The form that changes a rich-text post, in one tab. */
export class EditForm {
  readonly tab: Tab;
  readonly #texts: Texts;
  readonly #form: Form;
  readonly #run: Run;
  #sent: readonly string[] | null = null;
  /** How many toasts there were when it was sent. */
  #toldBefore = 0;
  /** Words of somebody else that the person has seen and decided against, where both cannot stay. */
  readonly givenUp: string[] = [];
  /** Both versions were put beside each other, for the person to edit further: what stood in both may stand there twice. */
  hasBoth = false;

  private constructor(run: Run, tab: Tab, texts: Texts, form: Form) {
    this.#run = run;
    this.tab = tab;
    this.#texts = texts;
    this.#form = form;
  }

  /** Opens it on what the server has now; null where it does not answer. */
  static async open(run: Run, name: TabName, id: string): Promise<EditForm | null> {
    const tab = await run.tab(name);
    const { EditPost } = await tab.load<Record<string, unknown>>('/src/features/composer/EditPost.tsx');
    const texts = await tab.load<Texts>('/src/i18n/language.ts');
    const form = new EditForm(run, tab, texts, tab.show(EditPost, { id }, inner));
    if (await run.until(() => form.#fields !== null, 35_000)) {
      if (!form.#hasEditor) await run.quiet();
      return form;
    }
    form.close();
    return null;
  }

  get #fields(): Fields | null {
    return this.#form.part('RichTextFields') as unknown as Fields | null;
  }

  get #hasEditor(): boolean {
    return this.#fields !== null && HeadlessEditor.giveTo(this.#fields.text);
  }

  get isBusy(): boolean {
    return this.#fields?.disabled ?? true;
  }

  get words(): string[] {
    const { title = '', content = '' } = this.#fields?.draft ?? {};
    return this.#run.wordsIn(`${title} ${content}`);
  }

  type(field: 'title' | 'content', word: string): void {
    const fields = this.#fields;
    if (!fields) return;
    const { draft, onChange } = fields;
    if (field === 'title') onChange({ title: `${draft.title} ${word}` });
    else onChange({ content: `${draft.content}<p>${word}</p>` });
  }

  /** Brings two versions together where the form asks for it; keeps one's own where only one of them can be. */
  async decide(): Promise<void> {
    const { edit } = (this.#form.part('EditNotice') ?? {}) as Partial<Notice>;
    if (!edit?.question) return;
    const choices = new Map<string, string>();
    for (const { field, choices: possible, shown } of edit.question.conflicts) {
      const both = possible.includes('together');
      choices.set(field, both ? 'together' : 'mine');
      this.hasBoth ||= both;
      if (!both) this.givenUp.push(...this.#run.wordsIn(String(shown.theirs)));
    }
    edit.resolve(choices);
    await this.#run.quiet();
  }

  save(): void {
    const fields = this.#fields;
    if (!fields || fields.disabled || this.#sent || !this.#hasEditor) return;
    const before = this.tab.told.length;
    if (!this.#form.press(this.#texts.t('composer.save'), fields.actions)) return;
    this.#sent = this.words;
    this.#toldBefore = before;
  }

  /** The words that somebody has been told are saved, once; null where nothing was said, or something else. */
  saved(): readonly string[] | null {
    if (!this.#sent) return null;
    const { t } = this.#texts;
    const said = this.tab.told.slice(this.#toldBefore);
    // Other forms of the tab tell of their posts as well.
    const isSaved = ({ text }: (typeof said)[number]) =>
      text === t('composer.saved') || text.startsWith(t('composer.savedMerged', { fields: '' }));
    const sent = this.#sent;
    if (said.some(isSaved)) return sent;
    if (!this.isBusy) this.#sent = null;
    return null;
  }

  close(): void {
    this.#form.unmount();
  }
}
