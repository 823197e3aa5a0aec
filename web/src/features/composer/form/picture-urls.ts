import type { Editor } from '@tiptap/react';
import { mediaAddress } from '../../../api/client.ts';

/** An address without origin and signature: what stays the same of it. */
export const pathOf = (address: string): string =>
  address.replace(/^https?:\/\/[^/]+/, '').replace(/\?.*$/, '');

/** The pictures' addresses in a post's HTML, by their path without the signature. */
export function pictureUrlsIn(html: string): Map<string, string> {
  const sources = html.matchAll(/<img[^>]+src="([^"]+)"/g);
  return new Map([...sources].map(([, source = '']) => [pathOf(source), source.replaceAll('&amp;', '&')]));
}

/** Whether a text holds pictures: stored ones, whose signed addresses end with time, or ones still on their way. */
export const hasPictures = (html: string): boolean => /<img\s/.test(html);

/** The uploads of the pictures in the editor's HTML that have no address yet. */
export const unsentPictures = (html: string): string[] =>
  [...html.matchAll(/<img\b(?:"[^"]*"|[^>"])*>/g)].flatMap(([tag]) => {
    const [, upload] = / data-upload="([^"]+)"/.exec(tag) ?? [];
    return upload && !/ src="/.test(tag) ? [upload] : [];
  });

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

/** A whole picture that a post may hold, not one of its smaller sizes, which the server refuses in a text. */
const picturePath = /^\/media\/photos\/[a-z2-7]{2}\/[a-z2-7]{32}\.[a-z0-9]{2,5}$/;

/** The address of a picture of this site as the editor shows it, or null where the server would drop it from a post. */
export function ownPicture(address: string): string | null {
  const origins = [location.origin, new URL(mediaAddress('/'), location.href).origin];
  const relative = origins.reduce(
    (left, origin) => (left.startsWith(`${origin}/`) ? left.slice(origin.length) : left),
    address,
  );
  return picturePath.test(pathOf(relative)) && relative.startsWith('/') ? mediaAddress(relative) : null;
}
