import { picture } from '../../../../e2e/harness/picture.ts';
import type { PictureDraft } from '../../../src/features/composer/form/use-server-draft.ts';
import type { TextEditing } from '../../../src/features/composer/text/RichTextFields.tsx';
import type { Form } from '../react-host.ts';
import type { Run } from '../run.ts';
import type { Tab } from '../tab.ts';
import { HeadlessEditor } from './headless-editor.ts';

/** What kind of post is written. */
export type Kind = 'text' | 'gallery';
type Texts = typeof import('../../../src/i18n/language.ts');

const composers = {
  text: {
    path: '/src/features/composer/text/NewRichText.tsx',
    name: 'NewRichText',
    fields: 'RichTextFields',
  },
  gallery: {
    path: '/src/features/composer/gallery/NewGallery.tsx',
    name: 'NewGallery',
    fields: 'GalleryFields',
  },
} as const;

interface TextFields {
  readonly draft: { readonly content: string };
  readonly onChange: (part: { content: string }) => void;
  readonly text: TextEditing;
  readonly actions: unknown;
  readonly disabled: boolean;
}

interface GalleryFields {
  readonly draft: { readonly caption: string; readonly items: readonly { key: string; status: string }[] };
  readonly onChange: (part: { caption: string }) => void;
  readonly gallery: {
    readonly add: (files: readonly File[]) => Promise<void>;
    readonly retry: (key: string) => void;
  };
  readonly actions: unknown;
  readonly disabled: boolean;
}

/** A post as it is written: its words in their order, and how many pictures it has. */
export interface Written {
  readonly words: readonly string[];
  readonly pictures: number;
}

/** A form for a new post in a tab. */
export class Composer {
  readonly kind: Kind;
  readonly tab: Tab;
  readonly texts: Texts;
  readonly #form: Form;
  #number = 0;
  /** What stood there when Publish was pressed, until the answer. */
  sent: Written | null = null;
  /** How many toasts there were when it was pressed, or the form was opened. */
  toldBefore = 0;
  /** What stood there when the form was opened, or was sent last where nobody knows what became of it. */
  restored: Written = { words: [], pictures: 0 };

  constructor(kind: Kind, tab: Tab, texts: Texts, form: Form) {
    this.kind = kind;
    this.tab = tab;
    this.texts = texts;
    this.#form = form;
  }

  static async open(kind: Kind, tab: Tab): Promise<Composer> {
    const { path, name } = composers[kind];
    const component = (await tab.load<Record<string, unknown>>(path))[name];
    return new Composer(
      kind,
      tab,
      await tab.load<Texts>('/src/i18n/language.ts'),
      tab.show(component, {}, ['NewPost', 'Form', 'NewPostForm', 'PostForm']),
    );
  }

  get #text(): TextFields {
    return this.#form.part('RichTextFields') as unknown as TextFields;
  }
  get #gallery(): GalleryFields {
    return this.#form.part('GalleryFields') as unknown as GalleryFields;
  }

  /** Whether the form has the editor that a text needs; gives it one where it has none. */
  get hasEditor(): boolean {
    return this.kind === 'gallery' || HeadlessEditor.giveTo(this.#text.text);
  }

  get isThere(): boolean {
    return this.#form.part(composers[this.kind].fields) !== null;
  }

  get isBusy(): boolean {
    return this.isThere && (this.kind === 'text' ? this.#text : this.#gallery).disabled;
  }

  written(run: Run): Written {
    const text = this.kind === 'text' ? this.#text.draft.content : this.#gallery.draft.caption;
    const pictures =
      this.kind === 'text' ? (text.match(/<img/g) ?? []).length : this.#gallery.draft.items.length;
    return { words: run.wordsIn(text), pictures };
  }

  type(word: string): void {
    if (this.kind === 'text') this.#text.onChange({ content: `${this.#text.draft.content}<p>${word}</p>` });
    else this.#gallery.onChange({ caption: `${this.#gallery.draft.caption} ${word}` });
  }

  async addPicture(): Promise<void> {
    this.#number += 1;
    const file = new File([picture(8, 8, this.#number)], 'us.png', { type: 'image/png' });
    if (this.kind === 'gallery') return this.#gallery.gallery.add([file]);
    const media = await this.tab.load<typeof import('../../../src/features/media/upload-picture.ts')>(
      '/src/features/media/upload-picture.ts',
    );
    const editor = this.#text.text.editor as unknown as HeadlessEditor;
    const { target } = this.#form.followed('NewPostForm').form as { target: PictureDraft };
    const isOver = editor.addPicture(this.#text.text);
    let into: string | undefined;
    try {
      into = await target.id();
      const { url } = await media.uploadPicture(file, into);
      const image = `<img src="${url.replaceAll('&', '&amp;')}" alt="us">`;
      this.#text.onChange({ content: `${this.#text.draft.content}${image}` });
    } catch (error) {
      if (into && (error as { status?: number }).status === 404) target.gone(into);
    } finally {
      isOver();
    }
  }

  /** Presses "try again" on every picture that has failed. */
  retry(): void {
    if (this.kind === 'text') return;
    for (const { key, status } of this.#gallery.draft.items) {
      if (status === 'error') this.#gallery.gallery.retry(key);
    }
  }

  publish(run: Run): boolean {
    const { kind, texts } = this;
    if (this.sent || !this.isThere || this.isBusy || !this.hasEditor) return false;
    const { actions } = kind === 'text' ? this.#text : this.#gallery;
    const sent = this.written(run);
    this.toldBefore = this.tab.told.length;
    if (!this.#form.press(texts.t('composer.publish'), actions)) return false;
    this.sent = sent;
    return true;
  }

  close(): void {
    this.#form.unmount();
  }
}
