import type { Node } from '@tiptap/pm/model';
import type { Editor } from '@tiptap/react';
import { mediaAddress } from '../../../api/client.ts';
import { pathOf } from '../form/picture-addresses.ts';
import type { PictureAttributes, PictureUpload, PictureUploads } from './picture-uploads.ts';

export interface PictureCounts {
  /** How many are under way, or go on by themselves. */
  readonly uploading: number;
  /** How many were refused or were never there. */
  readonly missing: number;
}

type PlaceStatus = 'uploading' | 'uploaded' | 'missing';

function statusOf(upload: PictureUpload): PlaceStatus {
  if (upload.status !== 'failed') return upload.status;
  return upload.waits ? 'uploading' : 'missing';
}

function eachPlace(
  doc: Node,
  uploads: PictureUploads,
  visit: (status: PlaceStatus, position: number, key: string | null) => void,
): void {
  doc.descendants((node, position) => {
    if (node.type.name !== 'image') return;
    const { src, upload: key } = node.attrs as PictureAttributes;
    if (src) return;
    visit(key ? statusOf(uploads.get(key)) : 'missing', position, key);
  });
}

/** Begins the uploads that a text names and nobody has begun: just pasted, undone and redone, or from before a reload. */
export function startUploads(doc: Node, uploads: PictureUploads): void {
  eachPlace(doc, uploads, (_status, _position, key) => {
    if (key) uploads.start(key);
  });
}

export function countPictures(doc: Node, uploads: PictureUploads): PictureCounts {
  const counts = { uploading: 0, missing: 0 };
  eachPlace(doc, uploads, (status) => {
    if (status !== 'uploaded') counts[status] += 1;
  });
  return counts;
}

/**
 * Puts stored pictures into the nodes that wait for them, without a step in the history of changes: undo takes out what
 * a person inserted, and redo brings it back stored.
 */
export function finalizeUploads(editor: Editor, uploads: PictureUploads): void {
  const change = editor.state.tr.setMeta('addToHistory', false);
  eachPlace(editor.state.doc, uploads, (_status, position, key) => {
    const upload = key ? uploads.get(key) : null;
    if (upload?.status !== 'uploaded') return;
    const { url, width, height } = upload.stored;
    const size = { width: width || null, height: height || null };
    // The key stays: the device's file may be needed again, where the server loses what was uploaded.
    const attributes = { ...size, src: mediaAddress(url) };
    for (const [name, value] of Object.entries(attributes)) change.setNodeAttribute(position, name, value);
  });
  if (change.docChanged) editor.view.dispatch(change);
}

export function removePlaces(editor: Editor, uploads: PictureUploads): void {
  const change = editor.state.tr;
  eachPlace(editor.state.doc, uploads, (status, position) => {
    const at = change.mapping.map(position);
    if (status === 'missing') change.delete(at, at + 1);
  });
  if (change.docChanged) editor.view.dispatch(change);
}

/**
 * Uploads pictures again that the server has no more, from the files that this device keeps; the others become places
 * that ask for them. Answers how many of them stand in the text.
 *
 * @param missing Their paths.
 */
export function uploadAnew(editor: Editor, uploads: PictureUploads, missing: ReadonlySet<string>): number {
  const change = editor.state.tr.setMeta('addToHistory', false);
  const keys = new Set<string>();
  let count = 0;
  editor.state.doc.descendants((node, position) => {
    if (node.type.name !== 'image') return;
    const { src, upload } = node.attrs as PictureAttributes;
    if (!src || !missing.has(pathOf(src))) return;
    count += 1;
    if (upload) keys.add(upload);
    change.setNodeAttribute(position, 'src', null);
  });
  // First: what is known of the uploads would put the lost addresses back.
  for (const key of keys) uploads.retry(key);
  if (change.docChanged) editor.view.dispatch(change);
  return count;
}
