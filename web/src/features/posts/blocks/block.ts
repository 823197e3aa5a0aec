/** One block of an Editor.js text, with what is shown of it. `html` is inline HTML that is not yet cleaned. */
export type Block =
  | { readonly type: 'paragraph'; readonly html: string }
  | { readonly type: 'header'; readonly level: number; readonly html: string }
  | { readonly type: 'list'; readonly ordered: boolean; readonly items: readonly ListItem[] }
  | { readonly type: 'quote'; readonly html: string; readonly by: string }
  | { readonly type: 'code'; readonly text: string }
  | { readonly type: 'table'; readonly withHead: boolean; readonly rows: readonly (readonly string[])[] }
  | { readonly type: 'image'; readonly url: string; readonly alt: string; readonly html: string }
  | { readonly type: 'link'; readonly href: string; readonly html: string }
  | { readonly type: 'delimiter' };

export interface ListItem {
  readonly html: string;
  /** Of a checklist; null elsewhere. */
  readonly checked: boolean | null;
  readonly items: readonly ListItem[];
}

/** Whether a post's content is block JSON rather than HTML. */
export const isBlockJson = (content: unknown): boolean =>
  typeof content === 'object' ? content !== null : /^\s*\{\s*"/.test(String(content));
