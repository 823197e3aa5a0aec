import type { Editor } from '@tiptap/react';

/** An address without origin and signature: what stays the same of it. */
export const pathOf = (address: string): string =>
  address.replace(/^https?:\/\/[^/]+/, '').replace(/\?.*$/, '');

/** The pictures' addresses in a post's HTML, by their path without the signature. */
export function addressesIn(html: string): Map<string, string> {
  const sources = html.matchAll(/<img[^>]+src="([^"]+)"/g);
  return new Map([...sources].map(([, source = '']) => [pathOf(source), source.replaceAll('&amp;', '&')]));
}

/** Whether a text holds pictures: stored ones, whose signed addresses end with time, or ones still on their way. */
export const hasPictures = (html: string): boolean => /<img\s/.test(html);

/** Gives the editor's pictures addresses that open again, without a step in the history of changes. */
export function renewAddresses(editor: Editor, fresh: ReadonlyMap<string, string>): void {
  const change = editor.state.tr.setMeta('addToHistory', false);
  editor.state.doc.descendants((node, position) => {
    const source =
      node.type.name === 'image' && node.attrs.src ? fresh.get(pathOf(node.attrs.src)) : undefined;
    if (source && source !== node.attrs.src) change.setNodeAttribute(position, 'src', source);
  });
  if (change.docChanged) editor.view.dispatch(change);
}
