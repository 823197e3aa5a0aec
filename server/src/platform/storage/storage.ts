import type { Readable } from 'node:stream';
import type { RoomKind } from './room.ts';

/** The three folders of stored files; the first part of every key. */
export const directories = ['photos', 'videos', 'profile'] as const;
export type Directory = (typeof directories)[number];

export interface StoredObject {
  readonly key: string;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly modifiedAt: number;
}

export interface Written {
  /** Bytes. */
  readonly size: number;
  /** Hex. */
  readonly sha256: string;
}

/** First and last byte, both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** A local folder for files in the making; disposing it removes it with all that is in it. */
export interface Scratch extends AsyncDisposable {
  readonly path: string;
  /** As `Storage.requireRoom` for files in the making, of the volume that it lies on. */
  requireRoom(bytes: number): Promise<void>;
}

export interface ObjectPage {
  /** In the order of their keys. */
  readonly objects: readonly StoredObject[];
  /** Pass it as `after` for the next page; null on the last. */
  readonly next: string | null;
}

/**
 * Where media lie: a folder, or an object store. A key (keys.ts) is written once and never again with other bytes.
 * What a method answers is durable: a power cut takes nothing of it. Where the space ends, writing throws
 * `STORAGE_FULL` and leaves nothing behind.
 */
export interface Storage extends AsyncDisposable {
  /** A fresh scratch folder, on the same volume as the store where the store is a folder. */
  scratch(): Promise<Scratch>;
  /** Stores a buffer or a stream. */
  write(key: string, source: Uint8Array | AsyncIterable<Uint8Array>): Promise<Written>;
  /** Stores a local file by taking it over: afterwards it is at its key and no longer where it was. */
  adopt(key: string, file: string): Promise<Written>;
  /** Null where nothing is stored. Destroying the stream frees everything. */
  open(key: string, range?: ByteRange): Promise<Readable | null>;
  /** Gives a stored file a name of its own on this machine, for whoever changes nothing in it; false where that cannot be done. */
  link(key: string, file: string): Promise<boolean>;
  stat(key: string): Promise<StoredObject | null>;
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>;
  list(directory: Directory, page: { readonly after?: string; readonly limit: number }): Promise<ObjectPage>;
  /** Throws `STORAGE_FULL` where `bytes` more would go below the free space that this kind of file leaves alone. */
  requireRoom(bytes: number, kind: RoomKind): Promise<void>;
  /** Frees what writes have left behind that began before a moment (milliseconds since 1970) and never ended. */
  removeUnfinished(before: number): Promise<void>;
}
