/**
 * A video that lies elsewhere, such as in the chunks of its upload: it is read by ranges and never whole on this machine,
 * unless a program needs a file.
 */
export interface RemoteVideo {
  /** Bytes. */
  readonly size: number;
  /** The bytes from `start` up to `end`, which is not included and at most `size`. */
  read(start: number, end: number): Promise<Buffer>;
  /** The same, piece by piece. */
  stream(start: number, end: number): AsyncIterable<Buffer>;
  /** The path of a local copy, made when it is asked for. */
  file(): Promise<string>;
}

/** The path of a local file, or a video elsewhere. */
export type VideoSource = string | RemoteVideo;
