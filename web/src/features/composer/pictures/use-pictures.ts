import type { Node } from '@tiptap/pm/model';
import type { Editor } from '@tiptap/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { mediaAddress } from '../../../api/client.ts';
import { useTexts } from '../../../i18n/language.ts';
import { confirm } from '../../../ui/confirm.ts';
import { useToast } from '../../../ui/toast.ts';
import { pictureFault } from '../../media/index.ts';
import { pathOf } from '../form/picture-urls.ts';
import type { PictureDraft } from '../form/use-server-draft.ts';
import {
  type PictureAttributes,
  type PictureUpload,
  type PictureUploads,
  pictureUploads,
} from './picture-uploads.ts';

export interface Pictures extends PictureCounts {
  readonly uploads: PictureUploads;
  /** Takes up the pictures of a text that the editor was given, of which it tells nobody. */
  readonly follow: () => void;
  /** Inserts pictures where the cursor is, or at a position. */
  readonly add: (files: readonly File[], at?: number) => void;
  /** Takes the places of missing and failed pictures out; can be undone. */
  readonly removeMissing: () => void;
  /** The server has these (paths) no more: uploads them again or asks for them. Answers how many there are. */
  readonly uploadAnew: (missing: ReadonlySet<string>) => number;
  /** Whether the text may be sent: asks where pictures are missing from it. */
  readonly confirmMissing: () => Promise<boolean>;
}

const none: PictureCounts = { uploading: 0, missing: 0 };

/** A file's name without its ending and joints: a first alt text that the writer may better. */
function nameOf(file: File): string {
  const name = file.name
    .replace(/\.[^.]+$/, '')
    .replace(/[_-]+/g, ' ')
    .trim();
  return /^(img|dsc|pxl|image|screenshot)?\s*\d*[\d\s]*$/i.test(name) ? '' : name;
}

/**
 * The pictures of a text: uploads those that its nodes name into the draft, puts each into its node when it is stored,
 * and counts what is under way and missing.
 *
 * @param folder The name under which this device keeps the files.
 * @param takenOver How often the editor has been given another text, of which it tells nobody.
 */
export function usePictures(
  editor: Editor | null,
  folder: string,
  draft: PictureDraft,
  takenOver: number,
): Pictures {
  const { t } = useTexts();
  const toast = useToast();
  const [counts, setCounts] = useState(none);
  const target = useRef(draft);
  target.current = draft;
  const [uploads] = useState(() => pictureUploads(folder, () => target.current));

  const follow = useCallback(() => {
    if (!editor || editor.isDestroyed) return;
    startUploads(editor.state.doc, uploads);
    finalizeUploads(editor, uploads);
    const now = countPictures(editor.state.doc, uploads);
    setCounts((before) =>
      before.uploading === now.uploading && before.missing === now.missing ? before : now,
    );
  }, [editor, uploads]);

  useEffect(() => {
    if (!editor) return;
    follow();
    editor.on('update', follow);
    const unsubscribe = uploads.subscribe(follow);
    return () => {
      editor.off('update', follow);
      unsubscribe();
    };
  }, [editor, uploads, follow]);

  useEffect(() => {
    if (takenOver > 0) follow();
  }, [takenOver, follow]);

  useEffect(() => uploads.connect(), [uploads]);

  function add(files: readonly File[], at?: number): void {
    if (!editor) {
      toast.error(t('composer.notReady'));
      return;
    }
    const pictures = files.flatMap((file) => {
      const fault = pictureFault(file);
      if (fault) toast.error(fault);
      return fault ? [] : [{ upload: uploads.take(file), alt: nameOf(file) }];
    });
    editor.chain().focus().insertPictures(pictures, at).run();
  }

  const { missing } = counts;
  return {
    ...counts,
    uploads,
    follow,
    add,
    removeMissing: () => editor && removePlaces(editor, uploads),
    uploadAnew: (lost) => (editor && !editor.isDestroyed ? uploadAnew(editor, uploads, lost) : 0),
    confirmMissing: async () =>
      missing === 0 ||
      confirm({
        title: t('composer.picturesLeaveOutTitle'),
        text: t('composer.picturesMissing', { count: missing }),
        confirmLabel: t('composer.picturesLeaveOut'),
      }),
  };
}

interface PictureCounts {
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
function startUploads(doc: Node, uploads: PictureUploads): void {
  eachPlace(doc, uploads, (_status, _position, key) => {
    if (key) uploads.start(key);
  });
}

function countPictures(doc: Node, uploads: PictureUploads): PictureCounts {
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
function finalizeUploads(editor: Editor, uploads: PictureUploads): void {
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

function removePlaces(editor: Editor, uploads: PictureUploads): void {
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
function uploadAnew(editor: Editor, uploads: PictureUploads, missing: ReadonlySet<string>): number {
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
