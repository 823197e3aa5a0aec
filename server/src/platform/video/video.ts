import type { Scratch } from '../storage/storage.ts';
import type { VideoSource } from './video-source.ts';

/** What a file is by its content. */
export type Container = 'mp4' | 'quicktime' | 'webm' | 'ogg' | 'avi' | 'asf';

export interface VideoFacts {
  readonly container: Container;
  /** Whether browsers play it as it is. */
  readonly playable: boolean;
  /** Whether some browsers do, where it cannot be converted. */
  readonly playedBySome: boolean;
  /** For a person: container and codec, such as `AVI` or `MOV, prores`. */
  readonly kind: string;
  /** Pixels as it is seen, and seconds; null where only ffmpeg can tell and it is not there. */
  readonly width: number | null;
  readonly height: number | null;
  readonly duration: number | null;
}

/** Facts of a video that were found to be whole. */
export interface MeasuredVideo extends VideoFacts {
  readonly width: number;
  readonly height: number;
  readonly duration: number;
}

export interface Conversion {
  readonly source: string;
  /** Where the MP4 (H.264, AAC, index at the front, no metadata) is written. */
  readonly into: string;
  /** Seconds. */
  readonly duration: number;
  /** Called with whole percents as they change. */
  readonly onProgress: (percent: number) => void;
  readonly signal: AbortSignal;
}

/** Reads, cleans and converts videos. Whatever is in a file, it cannot take the server with it. */
export interface Video {
  /** Throws NOT_A_VIDEO, VIDEO_DAMAGED, and VIDEO_NOT_PLAYABLE where it would have to be converted and cannot be. */
  inspect(source: VideoSource): Promise<MeasuredVideo>;
  /**
   * Makes a playable video fit to be served: its index at the front, nothing in it that says where it was taken or by
   * whom. Of a local file, where bytes have to move, it is written anew into the folder `into`; otherwise the file itself is
   * changed in place. Answers where it is; of a video elsewhere its bytes. Throws STORAGE_FULL.
   */
  prepare(
    source: VideoSource,
    container: Container,
    into: Scratch,
  ): Promise<string | AsyncIterable<Uint8Array>>;
  /** Whether there is an ffmpeg that may be used. */
  canConvert(): Promise<boolean>;
  /** Throws a `ConversionFault`, and STORAGE_FULL where the room ended before the video. */
  convert(conversion: Conversion): Promise<void>;
  /** Writes a frame as a JPEG to `into`; false where that cannot be done. */
  still(source: VideoSource, into: string, atSeconds: number): Promise<boolean>;
}

/** Why a conversion ended; `key` is the sentence for a person (contract/src/texts). */
export class ConversionFault extends Error {
  readonly key: 'conversionFailed' | 'conversionTimedOut' | 'conversionUnavailable';

  constructor(key: ConversionFault['key'], log: string) {
    super(log);
    this.name = 'ConversionFault';
    this.key = key;
  }
}
