import type { Editor } from '@tiptap/react';
import { useRef, useState } from 'react';
import { mediaAddress } from '../../api/client.ts';
import { CallFailure } from '../../api/failure.ts';
import { useTexts } from '../../i18n/language.ts';
import { useToast } from '../../ui/toast.ts';
import { pictureFault, uploadFailureText, uploadPicture } from '../media/face.ts';

/** A file's name without its ending and joints: a first alt text that the writer may better. */
const nameOf = (file: File): string => {
  const name = file.name
    .replace(/\.[^.]+$/, '')
    .replace(/[_-]+/g, ' ')
    .trim();
  return /^(img|dsc|pxl|image|screenshot)?\s*\d*[\d\s]*$/i.test(name) ? '' : name;
};

/** The server's draft or post that pictures are uploaded into. */
export interface PictureDraft {
  /** Made when the first picture is picked. */
  readonly id: () => Promise<string>;
  /** That draft is there no more; the next `id` makes another one. */
  readonly gone: (id: string) => void;
}

interface Pictures {
  /** How many are under way. */
  readonly uploading: number;
  readonly add: (files: readonly File[]) => Promise<void>;
}

/** Uploads picked pictures into the draft, one after the other, and puts each where the cursor is. */
export function usePictures(editor: Editor | null, draft: PictureDraft): Pictures {
  const { t } = useTexts();
  const toast = useToast();
  const [uploading, setUploading] = useState(0);
  const line = useRef(Promise.resolve());

  async function addOne(file: File): Promise<void> {
    let into: string | undefined;
    try {
      into = await draft.id();
      const stored = await uploadPicture(file, into);
      const attributes = { src: mediaAddress(stored.url), alt: nameOf(file) };
      const size = stored.width > 0 ? { width: stored.width, height: stored.height } : {};
      editor
        ?.chain()
        .focus()
        .insertContent([{ type: 'image', attrs: { ...attributes, ...size } }, { type: 'paragraph' }])
        .run();
    } catch (error) {
      // Another device or a clean-up may have deleted it; the next picture then goes into a new one.
      if (into !== undefined && error instanceof CallFailure && error.status === 404) draft.gone(into);
      toast.error(uploadFailureText(error));
    } finally {
      setUploading((count) => count - 1);
    }
  }

  async function add(files: readonly File[]): Promise<void> {
    if (!editor) return toast.error(t('composer.notReady'));
    for (const file of files) {
      const fault = pictureFault(file);
      if (fault) {
        toast.error(fault);
        continue;
      }
      setUploading((count) => count + 1);
      line.current = line.current.then(() => addOne(file));
    }
    await line.current;
  }

  return { uploading, add };
}
