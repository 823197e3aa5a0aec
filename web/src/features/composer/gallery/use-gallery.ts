import { limits } from '@duet/contract/limits';
import { useEffect, useRef, useState } from 'react';
import { mediaAddress } from '../../../api/client.ts';
import { CallFailure } from '../../../api/failure.ts';
import { persistedFiles } from '../../../device/persisted-files.ts';
import { t } from '../../../i18n/language.ts';
import { useToast } from '../../../ui/toast.ts';
import {
  galleryPictureFault,
  isRefusal,
  uploadFailureText,
  uploadGalleryPicture,
} from '../../media/index.ts';
import type { KeptDraft } from '../form/local-draft.ts';
import { pathOf } from '../form/picture-urls.ts';
import type { PictureDraft } from '../form/use-server-draft.ts';
import {
  canRetry,
  type GalleryDraft,
  type GalleryItem,
  galleryFault,
  moved,
  withItem,
} from './gallery-item.ts';
import { uploadQueue } from './upload-queue.ts';
import { retryDelayMs, waitingUploads } from './waiting-uploads.ts';

const uploadsAtOnce = 3;

export interface Gallery {
  readonly items: readonly GalleryItem[];
  /** Resolves when this device keeps the files, as far as it does. */
  readonly add: (files: readonly File[]) => Promise<void>;
  readonly retry: (key: string) => void;
  readonly retryAll: () => void;
  /** Another file, or the same one again, takes the place of one that is not there any more. */
  readonly replace: (key: string, file: File) => Promise<void>;
  /** The server does not have these any more (paths); they are uploaded anew. Answers how many there are. */
  readonly uploadAnew: (missing: ReadonlySet<string>) => number;
  readonly remove: (key: string) => void;
  /** To a place counted from 0. */
  readonly move: (key: string, to: number) => void;
  readonly describe: (key: string, alt: string) => void;
  /** Whether the gallery may be sent; says why not. */
  readonly validate: () => boolean;
  /** What stands below the pictures as long as there is none. */
  readonly fault: string | null;
}

const newKey = () => Array.from(crypto.getRandomValues(new Uint32Array(3)), (n) => n.toString(36)).join('');

/**
 * The pictures of a gallery being composed: uploads three at a time into the draft or post, keeps every picked file
 * on this device until the gallery is published, and goes on after a reload or a lost line where it was.
 *
 * @param folder Under which name the device keeps the files.
 */
export function useGallery(
  folder: string,
  { draft, change, now, takenOver }: KeptDraft<GalleryDraft>,
  into: PictureDraft,
): Gallery {
  const toast = useToast();
  const [missing, setMissing] = useState(false);
  const [queue] = useState(() => uploadQueue(uploadsAtOnce));
  const [files] = useState(() => new Map<string, File>());
  const begin = useRef<(key: string) => void>(() => undefined);
  const [waiting] = useState(() => waitingUploads((key) => begin.current(key)));
  // Uploads outlive the rendering that began them.
  const target = useRef(into);
  target.current = into;

  const fileName = (key: string) => `${folder}/${key}`;
  const set = (key: string, part: Partial<GalleryItem>) =>
    change(({ items }) => ({ items: withItem(items, key, part) }));

  async function fileOf({ key, originalName }: GalleryItem): Promise<File | null> {
    const kept = files.get(key) ?? (await persistedFiles.get(fileName(key)));
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
      if (!file) {
        const uploadError = t('composer.galleryFileGone');
        return set(key, { status: 'error', serverUrl: null, uploadError, next: 'fileGone' });
      }
      const stored = await send(file, key, signal);
      const previewUrl = mediaAddress(stored.thumbnailUrl);
      set(key, { status: 'uploaded', serverUrl: stored.url, previewUrl, uploadProgress: 100 });
      // The device's copy stays: a cleanup may take the draft and, a day later, what was uploaded for it.
    } catch (error) {
      if (signal.aborted) return;
      const afterMs = retryDelayMs(error);
      if (afterMs === null) {
        const next = isRefusal(error) ? 'refused' : undefined;
        return set(key, { status: 'error', uploadError: uploadFailureText(error), next });
      }
      const uploadError = `${uploadFailureText(error)} ${t('upload.goesOnByItself')}`;
      set(key, { status: 'error', uploadError, next: 'waits' });
      waiting.add(key, afterMs);
    }
  }

  function start(key: string): void {
    waiting.remove(key);
    set(key, { status: 'uploading', serverUrl: null, uploadError: null, uploadProgress: 0, next: undefined });
    const item = now().items.find((one) => one.key === key);
    if (item) queue.add(key, (signal) => upload(item, signal));
  }

  begin.current = start;

  async function replace(key: string, file: File): Promise<void> {
    const fault = await galleryPictureFault(file);
    if (fault) return toast.error(fault);
    files.set(key, file);
    void persistedFiles.put(fileName(key), file);
    set(key, { originalName: file.name, previewUrl: URL.createObjectURL(file) });
    start(key);
  }

  function uploadAnew(missing: ReadonlySet<string>): number {
    const gone = now().items.filter(({ serverUrl }) => serverUrl && missing.has(pathOf(serverUrl)));
    for (const { key } of gone) {
      set(key, { previewUrl: '' });
      start(key);
      const item = now().items.find((one) => one.key === key);
      if (item) void showFile(item);
    }
    return gone.length;
  }

  async function add(picked: readonly File[]): Promise<void> {
    const room = limits.gallery.maxImages - now().items.length;
    if (picked.length > room) toast.error(t('rules.tooManyImages'));
    const kept: Promise<boolean>[] = [];
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
      kept.push(persistedFiles.put(fileName(item.key), file));
      change(({ items }) => ({ items: [...items, item] }));
      start(item.key);
    }
    await Promise.all(kept);
  }

  function remove(key: string): void {
    queue.cancel(key);
    waiting.remove(key);
    files.delete(key);
    void persistedFiles.remove(fileName(key));
    const preview = now().items.find((item) => item.key === key)?.previewUrl;
    if (preview?.startsWith('blob:')) URL.revokeObjectURL(preview);
    change(({ items }) => ({ items: items.filter((item) => item.key !== key) }));
  }

  function validate(): boolean {
    const fault = galleryFault(draft.items);
    setMissing(fault === 'none');
    if (fault === 'uploading') toast.warning(t('composer.picturesPending'));
    if (fault === 'failed') toast.error(t('composer.galleryFailedLeft'));
    return fault === null;
  }

  async function showFile(item: GalleryItem): Promise<void> {
    const file = item.previewUrl ? null : await fileOf(item);
    if (file) set(item.key, { previewUrl: URL.createObjectURL(file) });
  }

  /** What a reload or another tab has interrupted goes on, what had failed shows its picture again. */
  async function goOn(item: GalleryItem): Promise<void> {
    if (item.status === 'uploading' || item.next === 'waits') start(item.key);
    await showFile(item);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: begins with the form, and with what was picked elsewhere
  useEffect(() => {
    for (const item of now().items) if (item.status !== 'uploaded') void goOn(item);
  }, [takenOver]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: ends with the form
  useEffect(
    () => () => {
      waiting.end();
      queue.cancelAll();
    },
    [],
  );

  return {
    items: draft.items,
    add,
    retry: start,
    retryAll() {
      for (const item of now().items) if (canRetry(item)) start(item.key);
    },
    replace,
    uploadAnew,
    remove,
    move: (key, to) => change(({ items }) => ({ items: moved(items, key, to) })),
    describe: (key, alt) => set(key, { alt }),
    validate,
    fault: missing && draft.items.length === 0 ? t('rules.imagesRequired') : null,
  };
}
