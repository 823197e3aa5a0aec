import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { Failure } from '../failure.ts';
import { asStorageFault } from '../storage/room.ts';
import type { RemoteVideo, VideoSource } from './video-source.ts';

/** What a container says of its tracks. */
export interface Tracks {
  /** The codec of the first video track; null where it is none that is known. */
  readonly videoCodec: string | null;
  /** Undefined where there is no sound. */
  readonly audioCodec: string | null | undefined;
  readonly width: number;
  readonly height: number;
  /** Seconds. */
  readonly duration: number;
}

/** What the reading thread answers. */
export type Read =
  | { readonly tracks: Tracks }
  | { readonly refused: 'NOT_A_VIDEO' | 'VIDEO_DAMAGED'; readonly log: string }
  /** The file could not be read: no fault of the video. */
  | { readonly code: string; readonly fault: string };

/** What the reading thread is given: a path, or how many bytes there are to ask for. */
export type Given = { readonly file: string } | { readonly size: number };

/** What it asks for: the bytes from `start` up to `end`, which is not included. */
export interface Wanted {
  readonly wanted: number;
  readonly start: number;
  readonly end: number;
}

const timeoutMs = 20_000;
/** What takes so much of a processor meanwhile is the video's doing. */
const costlyMs = 5000;
const memoryMB = 256;

/**
 * Reads an MP4, MOV or WebM in a thread with bounded time and memory: an index can be made to cost any amount of both.
 * Throws NOT_A_VIDEO or VIDEO_DAMAGED, OVERLOADED where the time went by without the thread having worked much (a busy machine,
 * a slow store), and what the disk says where it cannot be read.
 */
export async function readContainer(source: VideoSource, limitMs = timeoutMs): Promise<Tracks> {
  const given: Given = typeof source === 'string' ? { file: source } : { size: source.size };
  const worker = new Worker(new URL('./read-container-worker.ts', import.meta.url), {
    workerData: given,
    env: {},
    // What its library has to say is in what it answers.
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: memoryMB },
  });
  let timer: NodeJS.Timeout | undefined;
  let unreadable: unknown;
  try {
    const read = await new Promise<Read>((resolve, reject) => {
      timer = setTimeout(() => timedOut(worker, limitMs).then(reject, reject), limitMs);
      worker.on('message', (message: Read | Wanted) => {
        if (!('wanted' in message)) return resolve(message);
        // What cannot be read here is no fault of the video.
        if (typeof source !== 'string') bytesFor(worker, source, message).catch(reject);
      });
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error('it ended without an answer')));
    });
    if ('tracks' in read) return read.tracks;
    if ('refused' in read) throw new Failure(read.refused, { log: read.log });
    unreadable = asStorageFault(Object.assign(new Error(read.fault), { code: read.code }));
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure('VIDEO_DAMAGED', { log: `the container could not be read: ${error}`, cause: error });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
  throw unreadable;
}

/** What to say of a video that was not read in time. */
async function timedOut(worker: Worker, limitMs: number): Promise<Error> {
  const used = await Promise.race([worker.cpuUsage(), wait(2000, { user: 0, system: 0 })]);
  const worked = (used.user + used.system) / 1000;
  const log = `not read in ${limitMs} ms, of which its thread worked ${Math.round(worked)}`;
  if (worked >= Math.min(costlyMs, limitMs)) return new Error(log);
  return new Failure('OVERLOADED', { log, retryAfterSeconds: 10 });
}

async function bytesFor(worker: Worker, video: RemoteVideo, { wanted, start, end }: Wanted): Promise<void> {
  worker.postMessage({ wanted, bytes: await video.read(start, end) });
}
