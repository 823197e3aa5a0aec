import { diskSpace } from '../storage/room.ts';
import { probeOf, readOnlyVideos, runTool } from './ffmpeg.ts';
import { boundOutput } from './output-bound.ts';
import type { Conversion } from './video.ts';
import { ConversionFault } from './video.ts';

const probeMs = 30_000;
const stillMs = 30_000;
/** A conversion that does not reach a twentieth of the speed of playing is given up. */
const slowest = 20;
const leastMs = 10 * 60_000;
const maxSide = 1920;
interface Probed {
  readonly width: number;
  readonly height: number;
  readonly duration: number;
}

/** What ffprobe says of a file; null where it finds no pictures in it. */
export async function probe(ffmpeg: string, file: string): Promise<Probed | null> {
  const lines: string[] = [];
  const { ok } = await runTool({
    program: probeOf(ffmpeg),
    args: [
      ...['-v', 'error', ...readOnlyVideos, '-select_streams', 'v:0', '-of', 'json'],
      ...['-show_entries', 'stream=width,height,duration:format=duration', file],
    ],
    timeoutMs: probeMs,
    onLine: (line) => lines.push(line),
  });
  if (!ok) return null;
  const { streams = [], format = {} } = JSON.parse(lines.join('\n')) as {
    readonly streams?: readonly { width?: number; height?: number; duration?: string }[];
    readonly format?: { duration?: string };
  };
  const [stream] = streams;
  const duration = Number(format.duration ?? stream?.duration);
  const { width = 0, height = 0 } = stream ?? {};
  return width > 0 && height > 0 && duration > 0 && Number.isFinite(duration)
    ? { width, height, duration }
    : null;
}

/**
 * Converts to MP4 with H.264 and AAC, the index in front, without metadata of the source. Throws ConversionFault, and STORAGE_FULL
 * where the room ended before the video.
 */
export async function convert(ffmpeg: string, conversion: Conversion, space = diskSpace): Promise<void> {
  const { source, into, duration, onProgress, signal } = conversion;
  const fit = `scale='min(${maxSide},iw)':'min(${maxSide},ih)':force_original_aspect_ratio=decrease:force_divisible_by=2`;
  const output = await boundOutput(into, space);
  const ended = await runTool({
    program: ffmpeg,
    args: [
      ...['-v', 'error', '-nostdin', '-y', ...readOnlyVideos, '-threads', '1', '-i', source],
      ...['-map', '0:v:0', '-map', '0:a:0?', '-map_metadata', '-1', '-map_chapters', '-1'],
      ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '22', '-pix_fmt', 'yuv420p', '-vf', fit],
      ...['-threads', '1', '-c:a', 'aac', '-b:a', '160k', '-ac', '2', '-fs', String(output.maxBytes)],
      ...['-movflags', '+faststart', '-f', 'mp4', '-progress', 'pipe:1', into],
    ],
    timeoutMs: Math.max(leastMs, duration * slowest * 1000),
    signal,
    onLine: (line) => {
      const [, us] = /^out_time_us=(\d+)$/.exec(line) ?? [];
      if (us) onProgress(Math.min(99, Math.floor(Number(us) / 10_000 / duration)));
    },
  });
  if (ended.timedOut)
    throw new ConversionFault('conversionTimedOut', `more than ${slowest} times its length`);
  await output.assertRoomHeld(ended);
  if (!ended.ok) throw new ConversionFault('conversionFailed', ended.errors);
}

/** Writes a frame as a JPEG of at most 800 px; false where there is none. */
export async function extractFrame(
  ffmpeg: string,
  file: string,
  into: string,
  atSeconds: number,
): Promise<boolean> {
  const { ok } = await runTool({
    program: ffmpeg,
    args: [
      ...['-v', 'error', '-nostdin', '-y', ...readOnlyVideos, '-threads', '1'],
      ...['-ss', atSeconds.toFixed(2), '-i', file, '-frames:v', '1', '-map', '0:v:0', '-map_metadata', '-1'],
      ...['-vf', "scale='min(800,iw)':'min(800,ih)':force_original_aspect_ratio=decrease"],
      ...['-q:v', '3', '-f', 'image2', '-update', '1', into],
    ],
    timeoutMs: stillMs,
  });
  return ok;
}
