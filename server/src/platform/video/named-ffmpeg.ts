import { type Config, ConfigError } from '../config/config.ts';
import { isThere } from './ffmpeg.ts';

/** A wrong `DUET_FFMPEG` stops the start (decisions §7). Throws a `ConfigError` where the named program does not answer. */
export async function requireNamedFfmpeg({ ffmpeg, ffmpegNamed }: Config): Promise<void> {
  if (!ffmpegNamed || ffmpeg === null || (await isThere(ffmpeg))) return;
  throw new ConfigError([
    `DUET_FFMPEG names no ffmpeg that answers, with ffprobe beside it (${ffmpeg}). Example: DUET_FFMPEG=off`,
  ]);
}
