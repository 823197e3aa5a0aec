import { CallFailure, LocalizedError } from '../../../api/failure.ts';
import { persistedFiles } from '../../../device/persisted-files.ts';
import { t } from '../../../i18n/language.ts';
import { createEmitter } from '../../../ui/store.ts';
import { uploadFailureText, uploadPicture } from '../../media/index.ts';
import type { PictureDraft } from '../form/use-server-draft.ts';
import { uploadQueue } from '../gallery/upload-queue.ts';
import { retryDelayMs, waitingUploads } from '../gallery/waiting-uploads.ts';

/** What a picture's node in the editor carries. */
export interface PictureAttributes {
  /** The stored picture, or null: then `upload` names it, or it is missing and asked for. */
  readonly src: string | null;
  /** The key of its upload, and of the file that this device keeps until the text is published. */
  readonly upload: string | null;
  readonly alt: string;
  /** As the server measured it, so that nothing jumps while it loads. */
  readonly width: number | null;
  readonly height: number | null;
}

const uploadsAtOnce = 2;

interface StoredPicture {
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

export type PictureUpload = {
  /** An address of the file for as long as the page lives; null until the file is known. */
  readonly preview: string | null;
} & (
  | { readonly status: 'uploading'; readonly percent: number }
  | {
      readonly status: 'failed';
      readonly error: string;
      readonly mayRetry: boolean;
      /** It goes on by itself. */
      readonly waits: boolean;
    }
  | { readonly status: 'uploaded'; readonly stored: StoredPicture }
);

/** A picture to upload, or one that still has to be read; null where it cannot be. */
export type PictureSource = File | Promise<File | null>;

/** The uploads of one editor's pictures, by the keys that its nodes carry. */
export interface PictureUploads {
  /** Takes a picture in and answers its key. Nothing is sent before `start`. */
  readonly take: (source: PictureSource) => string;
  /** Sends what was taken, or what this device keeps under the key since another page; does nothing when it runs. */
  readonly start: (key: string) => void;
  readonly retry: (key: string) => void;
  readonly get: (key: string) => PictureUpload;
  /** Called at every change, progress included. */
  readonly subscribe: (listener: () => void) => () => void;
  /**
   * Answers what ends all that is under way and waits, for when the form goes; what this device keeps goes on with the
   * next page.
   */
  readonly connect: () => () => void;
}

const notBegun: PictureUpload = { status: 'uploading', percent: 0, preview: null };

/** What the line or the server said, also where it stopped the draft that the picture was to go into. */
const failureOf = (error: unknown): unknown =>
  error instanceof Error && error.cause instanceof CallFailure ? error.cause : error;

const newKey = () => Array.from(crypto.getRandomValues(new Uint32Array(3)), (n) => n.toString(36)).join('');

/**
 * Uploads an editor's pictures, two at a time, into the draft. The files stay on this device (`persistedFiles`) until the
 * form forgets them, so that a reload or a crash goes on with them. What the line or the server broke, or a server that
 * asks to slow down (429), goes on by itself.
 *
 * @param folder The name under which the device keeps the files.
 * @param draft The draft of this moment.
 */
export function pictureUploads(folder: string, draft: () => PictureDraft): PictureUploads {
  const queue = uploadQueue(uploadsAtOnce);
  const sources = new Map<string, Promise<File | null>>();
  const uploads = new Map<string, PictureUpload>();
  const waiting = waitingUploads((key) => begin(key));
  const changes = createEmitter();
  const fileName = (key: string) => `${folder}/${key}`;

  function set(key: string, upload: PictureUpload): void {
    uploads.set(key, upload);
    changes.emit();
  }

  const previewOf = (key: string) => uploads.get(key)?.preview ?? null;

  function take(source: PictureSource): string {
    const key = newKey();
    // `upload` says that it is gone.
    const read = Promise.resolve(source).catch(() => null);
    sources.set(key, read);
    // At once, not when it is sent: a page may be closed while it waits.
    void read.then((file) => (file ? persistedFiles.put(fileName(key), file) : undefined));
    return key;
  }

  async function kept(key: string): Promise<File | null> {
    const blob = await persistedFiles.get(fileName(key));
    if (!blob) return null;
    return blob instanceof File ? blob : new File([blob], '', { type: blob.type });
  }

  async function send(key: string, file: File, signal: AbortSignal): Promise<StoredPicture> {
    const onProgress = (percent: number) =>
      set(key, { status: 'uploading', percent, preview: previewOf(key) });
    const into = await draft().id();
    return uploadPicture(file, into, { signal, onProgress }).catch(async (error) => {
      // Another device or a clean-up may have deleted the draft; a new one takes its place.
      if (!(error instanceof CallFailure && error.status === 404)) throw error;
      draft().gone(into);
      return uploadPicture(file, await draft().id(), { signal, onProgress });
    });
  }

  async function upload(key: string, signal: AbortSignal): Promise<void> {
    try {
      const file = await (sources.get(key) ?? kept(key));
      if (!file) throw new LocalizedError(t('composer.pictureGone'));
      sources.set(key, Promise.resolve(file));
      set(key, { ...notBegun, preview: previewOf(key) ?? URL.createObjectURL(file) });
      const stored = await send(key, file, signal);
      sources.delete(key);
      set(key, { status: 'uploaded', stored, preview: previewOf(key) });
    } catch (error) {
      if (signal.aborted) return;
      const afterMs = retryDelayMs(error);
      const text = uploadFailureText(afterMs === null ? error : failureOf(error));
      // Without its file there is nothing to try again with.
      const failed = {
        status: 'failed',
        mayRetry: previewOf(key) !== null,
        preview: previewOf(key),
      } as const;
      if (afterMs === null) return set(key, { ...failed, error: text, waits: false });
      set(key, { ...failed, error: `${text} ${t('upload.goesOnByItself')}`, waits: true });
      waiting.add(key, afterMs);
    }
  }

  function begin(key: string): void {
    waiting.remove(key);
    set(key, { ...notBegun, preview: previewOf(key) });
    queue.add(key, (signal) => upload(key, signal));
  }

  return {
    take,
    start: (key) => {
      if (!uploads.has(key)) begin(key);
    },
    retry: begin,
    get: (key) => uploads.get(key) ?? notBegun,
    subscribe: changes.subscribe,
    connect: () => () => {
      waiting.end();
      queue.cancelAll();
      for (const { preview } of uploads.values()) if (preview) URL.revokeObjectURL(preview);
      uploads.clear();
    },
  };
}
