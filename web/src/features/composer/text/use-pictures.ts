import type { Editor } from '@tiptap/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTexts } from '../../../i18n/language.ts';
import { confirm } from '../../../ui/confirm.ts';
import { useToast } from '../../../ui/toast.ts';
import { pictureFault } from '../../media/index.ts';
import type { PictureDraft } from '../form/use-server-draft.ts';
import { type PictureUploads, pictureUploads } from '../pictures/picture-uploads.ts';
import {
  countPictures,
  finalizeUploads,
  type PictureCounts,
  removePlaces,
  startUploads,
  uploadAnew,
} from '../pictures/settle.ts';

export interface Pictures extends PictureCounts {
  readonly uploads: PictureUploads;
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
 */
export function usePictures(editor: Editor | null, folder: string, draft: PictureDraft): Pictures {
  const { t } = useTexts();
  const toast = useToast();
  const [counts, setCounts] = useState(none);
  const target = useRef(draft);
  target.current = draft;
  const [uploads] = useState(() => pictureUploads(folder, () => target.current));

  const settle = useCallback(() => {
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
    settle();
    editor.on('update', settle);
    const unsubscribe = uploads.subscribe(settle);
    return () => {
      editor.off('update', settle);
      unsubscribe();
    };
  }, [editor, uploads, settle]);

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
