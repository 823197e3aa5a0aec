import type { TextEditing } from '../../../src/features/composer/text/RichTextFields.tsx';

/**
 * As much of the editor as a form asks. Its pictures are those that are on their way; no file of one is at hand to be
 * uploaded anew, as after a reload on another device.
 */
export class HeadlessEditor {
  readonly #listeners = new Set<() => void>();
  readonly #keys: string[] = [];
  readonly isDestroyed = false;
  readonly state = {
    tr: { docChanged: false, setMeta: () => this.state.tr },
    doc: {
      descendants: (visit: (node: object, position: number) => void) => {
        for (const [position, upload] of this.#keys.entries())
          visit({ type: { name: 'image' }, attrs: { src: null, upload } }, position);
      },
    },
  };

  /** Gives a form its editor, where it has none yet; answers whether it had one. */
  static giveTo({ editor, setEditor }: TextEditing): boolean {
    if (!editor) setEditor(new HeadlessEditor() as never);
    return editor !== null;
  }

  on(_event: 'update', listener: () => void): void {
    this.#listeners.add(listener);
  }

  off(_event: 'update', listener: () => void): void {
    this.#listeners.delete(listener);
  }

  /** Puts a picture into the text that is on its way until the answer is called. */
  addPicture({ pictures }: TextEditing): () => void {
    const key = pictures.uploads.take(new Promise(() => undefined));
    this.#keys.push(key);
    this.#changed();
    return () => {
      this.#keys.splice(this.#keys.indexOf(key), 1);
      this.#changed();
    };
  }

  #changed(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}
