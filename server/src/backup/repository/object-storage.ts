/** Where a repository of backups lies. What has a name in it is whole and there to stay. */
export interface ObjectStorage {
  /** As a person names it: a folder, or `s3://BUCKET/PREFIX`. */
  readonly path: string;
  /** Stores under a name, in the place of what is there. */
  put(name: string, source: Uint8Array | AsyncIterable<Uint8Array>): Promise<void>;
  /** Null where nothing has the name. */
  get(name: string): Promise<AsyncIterable<Uint8Array> | null>;
  read(name: string): Promise<Buffer | null>;
  /** The names directly in a folder of it, in order. */
  list(folder: string): Promise<string[]>;
  /** In the place of what has the other name. */
  move(from: string, to: string): Promise<void>;
  /** Removing what is not there is no error. */
  remove(name: string): Promise<void>;
  /** Removes what writes have left that never ended; nobody else may be writing. */
  removeUnfinished(): Promise<void>;
}
