import { limits } from '@duet/contract/limits';
import { useEffect, useRef, useState } from 'react';
import { mediaAddress } from '../../../api/client.ts';
import { CallFailure } from '../../../api/failure.ts';
import { keptFiles } from '../../../device/kept-files.ts';
import { t } from '../../../i18n/language.ts';
import { useToast } from '../../../ui/toast.ts';
import { galleryPictureFault, uploadFailureText, uploadGalleryPicture } from '../../media/face.ts';
import type { KeptDraft } from '../use-local-draft.ts';
import type { PictureDraft } from '../use-pictures.ts';
import { type GalleryDraft, type GalleryItem, moved, withItem } from './gallery-item.ts';
import { uploadQueue } from './upload-queue.ts';

const uploadsAtOnce = 3;

export interface Gallery {
  readonly items: readonly GalleryItem[];
  readonly add: (files: readonly File[]) => Promise<void>;
  readonly retry: (key: string) => void;
  readonly remove: (key: string) => void;
  /** To a place counted from 0. */
  readonly move: (key: string, to: number) => void;
  readonly describe: (key: string, alt: string) => void;
}

const newKey = () => Array.from(crypto.getRandomValues(new Uint32Array(3)), (n) => n.toString(36)).join('');

/**
 * The pictures of a gallery being composed: uploads three at a time into the draft or post, keeps every picked file
 * on this device until it is uploaded, and goes on after a reload where it was.
 *
 * @param folder Under which name the device keeps the files.
 */
export function useGallery(
  folder: string,
  { draft, change, now }: KeptDraft<GalleryDraft>,
  into: PictureDraft,
): Gallery {
  const toast = useToast();
  const [queue] = useState(() => uploadQueue(uploadsAtOnce));
  const [files] = useState(() => new Map<string, File>());
  const [lineLost] = useState(() => new Set<string>());
  // Uploads outlive the rendering that began them.
  const target = useRef(into);
  target.current = into;

  const fileName = (key: string) => `${folder}/${key}`;
  const set = (key: string, part: Partial<GalleryItem>) =>
    change(({ items }) => ({ items: withItem(items, key, part) }));

  async function fileOf({ key, originalName }: GalleryItem): Promise<File | null> {
    const kept = files.get(key) ?? (await keptFiles.get(fileName(key)));
    if (!kept) return null;
    const file = kept instanceof File ? kept : new File([kept], originalName, { type: kept.type });
    files.set(key, file);
    return file;
  }

  async function send(file: File, key: string, signal: AbortSignal) {
    const onProgress = (uploadProgress: number) => set(key, { uploadProgress });
    const into = await target.current.id();
    return uploadGalleryPicture(file, into, { signal, onProgress }).catch(async (error) => {
      // Another device or a clean-up may have deleted the draft; a new one takes its place.
      if (!(error instanceof CallFailure && error.status === 404)) throw error;
      target.current.gone(into);
      return uploadGalleryPicture(file, await target.current.id(), { signal, onProgress });
    });
  }

  async function upload(item: GalleryItem, signal: AbortSignal): Promise<void> {
    const { key } = item;
    try {
      const file = await fileOf(item);
      if (!file) throw new Error(t('composer.galleryFileGone'));
      const stored = await send(file, key, signal);
      const previewUrl = mediaAddress(stored.thumbnailUrl);
      set(key, { status: 'uploaded', serverUrl: stored.url, previewUrl, uploadProgress: 100 });
      files.delete(key);
      void keptFiles.remove(fileName(key));
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof CallFailure && error.status === 0) lineLost.add(key);
      set(key, { status: 'error', uploadError: uploadFailureText(error) });
    }
  }

  function start(key: string): void {
    lineLost.delete(key);
    set(key, { status: 'uploading', uploadError: null, uploadProgress: 0 });
    const item = now().items.find((one) => one.key === key);
    if (item) queue.add(key, (signal) => upload(item, signal));
  }

  async function add(picked: readonly File[]): Promise<void> {
    const room = limits.gallery.maxImages - now().items.length;
    if (picked.length > room) toast.error(t('rules.tooManyImages'));
    for (const file of picked.slice(0, Math.max(0, room))) {
      const fault = await galleryPictureFault(file);
      if (fault) {
        toast.error(fault);
        continue;
      }
      const item: GalleryItem = {
        key: newKey(),
        previewUrl: URL.createObjectURL(file),
        serverUrl: null,
        status: 'uploading',
        uploadError: null,
        originalName: file.name,
        uploadProgress: 0,
        alt: '',
      };
      files.set(item.key, file);
      void keptFiles.put(fileName(item.key), file);
      change(({ items }) => ({ items: [...items, item] }));
      start(item.key);
    }
  }

  function remove(key: string): void {
    queue.cancel(key);
    files.delete(key);
    void keptFiles.remove(fileName(key));
    const preview = now().items.find((item) => item.key === key)?.previewUrl;
    if (preview?.startsWith('blob:')) URL.revokeObjectURL(preview);
    change(({ items }) => ({ items: items.filter((item) => item.key !== key) }));
  }

  /** What a reload has interrupted goes on, what had failed shows its picture again. */
  async function goOn(item: GalleryItem): Promise<void> {
    if (item.status === 'uploading') start(item.key);
    const file = item.previewUrl ? null : await fileOf(item);
    if (file) set(item.key, { previewUrl: URL.createObjectURL(file) });
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: begins with the form and ends with it
  useEffect(() => {
    for (const item of now().items) if (item.status !== 'uploaded') void goOn(item);
    const onLine = () => {
      for (const key of [...lineLost]) start(key);
    };
    addEventListener('online', onLine);
    return () => {
      removeEventListener('online', onLine);
      queue.cancelAll();
    };
  }, []);

  return {
    items: draft.items,
    add,
    retry: start,
    remove,
    move: (key, to) => change(({ items }) => ({ items: moved(items, key, to) })),
    describe: (key, alt) => set(key, { alt }),
  };
}
