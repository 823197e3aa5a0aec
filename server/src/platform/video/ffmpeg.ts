import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

/** Seconds of processor time, and kilobytes of memory, after which the system ends it. */
const cpuSeconds = 4 * 60 * 60;
const memoryKB = 3 * 1024 * 1024;
const errorChars = 2000;

interface Run {
  readonly program: string;
  readonly args: readonly string[];
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Each line of its standard output. */
  readonly onLine?: (line: string) => void;
}

interface Ended {
  readonly ok: boolean;
  readonly timedOut: boolean;
  /** The end of what it said of errors. */
  readonly errors: string;
}

/** What cameras, phones and programs have put into the containers below; of 500 decoders most are for games and broadcast. */
const decoders = [
  ...['h264', 'hevc', 'mpeg4', 'mpeg2video', 'mpeg1video', 'h263', 'mjpeg', 'dvvideo', 'prores', 'dnxhd'],
  ...['msmpeg4', 'msmpeg4v1', 'msmpeg4v2', 'wmv1', 'wmv2', 'wmv3', 'vc1', 'theora'],
  ...['vp8', 'vp9', 'libvpx', 'libvpx-vp9', 'av1', 'libdav1d', 'libaom-av1'],
  ...[
    'aac',
    'mp3',
    'mp3float',
    'mp2',
    'mp2float',
    'ac3',
    'eac3',
    'alac',
    'flac',
    'vorbis',
    'libvorbis',
    'opus',
  ],
  ...['libopus', 'wmav1', 'wmav2', 'wmapro', 'adpcm_ms', 'adpcm_ima_wav', 'adpcm_ima_qt', 'pcm_u8', 'pcm_s8'],
  ...['pcm_s16le', 'pcm_s16be', 'pcm_s24le', 'pcm_s24be', 'pcm_s32le', 'pcm_f32le', 'pcm_alaw', 'pcm_mulaw'],
];

/**
 * What stands in front of every file that it reads: no network, no other files, nothing but video containers, and only
 * the decoders above.
 */
export const readOnlyVideos: readonly string[] = [
  ...['-protocol_whitelist', 'file'],
  ...['-format_whitelist', 'avi,asf,asf_o,ogg,mov,mp4,matroska,webm'],
  ...['-codec_whitelist', decoders.join(',')],
];

/**
 * Where the system lets a process give up its network, it does so before the program begins. A shell may know one limit a
 * line only.
 */
const bounded = `ulimit -t ${cpuSeconds}
ulimit -v ${memoryKB}
if unshare --map-root-user --net true 2>/dev/null; then exec unshare --map-root-user --net nice -n 10 "$0" "$@"; fi
exec nice -n 10 "$0" "$@"`;

/**
 * Runs ffmpeg or ffprobe as a child with little room (security.md §7): nothing of the server's environment, no network where
 * the system allows that, bounded time, processor time and memory, and low priority.
 */
export async function runTool({ program, args, timeoutMs, signal, onLine }: Run): Promise<Ended> {
  const [command, ...rest] =
    process.platform === 'win32' ? [program, ...args] : ['/bin/sh', '-c', bounded, program, ...args];
  const child = spawn(command ?? program, rest, {
    env: { PATH: process.env.PATH ?? '' },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(signal ? { signal, killSignal: 'SIGKILL' as const } : {}),
  });
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    child.kill('SIGKILL');
  }, timeoutMs);
  const exit = new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', resolve);
  });
  // A killed program breaks its streams; its exit code says that it failed.
  const errors = text(child.stderr).catch(() => '');
  await readLines(child.stdout, onLine ?? (() => {})).catch(() => {});
  const code = await exit;
  clearTimeout(timer);
  return { ok: code === 0, timedOut, errors: (await errors).slice(-errorChars) };
}

async function readLines(stream: AsyncIterable<Buffer>, onLine: (line: string) => void): Promise<void> {
  let rest = '';
  for await (const bytes of stream) {
    const lines = (rest + bytes.toString()).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(line);
  }
  if (rest) onLine(rest);
}

/** Whether both programs are there and answer. `ffmpeg` is a name or a path; ffprobe lies beside it. */
export async function isThere(ffmpeg: string): Promise<boolean> {
  const runs = [ffmpeg, probeOf(ffmpeg)].map((program) =>
    runTool({ program, args: ['-version'], timeoutMs: 10_000 }),
  );
  return (await Promise.all(runs)).every(({ ok }) => ok);
}

export const probeOf = (ffmpeg: string): string => ffmpeg.replace(/ffmpeg(\.exe)?$/, 'ffprobe$1');
