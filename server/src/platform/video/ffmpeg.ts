import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

/** Seconds of processor time, and kilobytes of memory, after which the system ends it. */
const cpuSeconds = 4 * 60 * 60;
const memoryKB = 3 * 1024 * 1024;
const errorChars = 2000;

export interface Run {
  readonly program: string;
  readonly args: readonly string[];
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Each line of its standard output. */
  readonly onLine?: (line: string) => void;
}

export interface Ended {
  readonly ok: boolean;
  readonly timedOut: boolean;
  /** The end of what it said of errors. */
  readonly errors: string;
}

/** What stands in front of every file that it reads: no network, no other files, nothing but video containers. */
export const readOnlyVideos = [
  '-protocol_whitelist',
  'file',
  '-format_whitelist',
  'avi,asf,asf_o,ogg,mov,mp4,matroska,webm',
] as const;

/**
 * Runs ffmpeg or ffprobe as a child with little room (trust.md §7): nothing of the server's environment, bounded time,
 * processor time and memory, and low priority.
 */
export async function runTool({ program, args, timeoutMs, signal, onLine }: Run): Promise<Ended> {
  const bounded = `ulimit -t ${cpuSeconds} -v ${memoryKB}; exec nice -n 10 "$0" "$@"`;
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
