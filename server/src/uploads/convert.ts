import { join } from 'node:path';
import { errorCatalogue } from '@duet/contract/errors';
import { dayMs, minuteMs } from '@duet/contract/limits';
import { replaceMedia } from '../media/attach.ts';
import { keepFile } from '../media/keep.ts';
import type { Context } from '../platform/context.ts';
import { Failure } from '../platform/failure.ts';
import type { Wake } from '../platform/jobs/wake.ts';
import { contentTypes } from '../platform/storage/content-types.ts';
import { openInScratch } from '../platform/storage/local-copy.ts';
import { ConversionFault } from '../platform/video/video.ts';
import {
  type ConversionJob,
  changeAttempt,
  changeConversion,
  findNext,
  leaseMs,
  requeue,
} from './conversion-store.ts';

declare module '../platform/context.ts' {
  interface Context {
    /** A conversion waits. */
    readonly conversionWake: Wake;
  }
}

/** How often a server gives a sign of life of its job. */
const signEveryMs = 2000;
/** A job that ended that many servers is not tried again by itself. */
const maxAttempts = 3;
/** For so long a conversion waits that no server begins, where this one has no ffmpeg. */
const waitsMs = 10 * minuteMs;

/** The job with the attempt that this is. `used up`: it ended as many servers as it may, and has failed. */
async function claim(context: Context): Promise<ConversionJob | 'used up' | undefined> {
  return context.db.write(async (tx) => {
    const now = context.clock.now();
    const job = await findNext(tx, now, context.conversionWatch);
    if (!job) return undefined;
    if (job.attempts >= maxAttempts) {
      await changeConversion(tx, job.media_id, failed('conversionFailed', now));
      return 'used up';
    }
    const attempts = job.attempts + 1;
    const change = { state: 'running', progress: 0, attempts, lease_until: now + leaseMs } as const;
    await changeConversion(tx, job.media_id, { ...change, updated_at: now });
    return { ...job, attempts };
  });
}

type Reason = ConversionFault['key'] | 'STORAGE_FULL';

const failed = (error: Reason, now: number) =>
  ({ state: 'failed', error, lease_until: null, updated_at: now }) as const;

/**
 * Works on the next conversion, if there is one and no other server works; answers whether it did. It waits where there is no
 * ffmpeg now: another server may have one, or this one again.
 */
export async function convertNext(context: Context, signal: AbortSignal): Promise<boolean> {
  const next = await findNext(context.db.read, context.clock.now(), context.conversionWatch);
  const canConvert = next !== undefined && (await context.video.canConvert());
  const waits = next && !canConvert ? `${next.media_id} ${next.attempts}` : null;
  const waitedMs = context.conversionWatch.waiting.see(waits);
  if (!next) return false;
  if (!canConvert) return waitedMs >= waitsMs && giveUpWaiting(context, next);
  const job = await claim(context);
  if (!job) return false;
  if (job === 'used up') return true;
  try {
    await convertJob(context, job, signal);
  } catch (error) {
    await recordFailure(context, job, error, signal.aborted);
  }
  return true;
}

/** Leaves a conversion to the admin that no server begins; false where one has begun it in this moment. */
function giveUpWaiting(context: Context, { media_id, attempts }: ConversionJob): Promise<boolean> {
  return context.db.write(async (tx) => {
    const now = context.clock.now();
    const job = await findNext(tx, now, context.conversionWatch);
    if (job?.media_id !== media_id || job.attempts !== attempts) return false;
    await changeConversion(tx, media_id, failed('conversionUnavailable', now));
    context.log.warn({ media: media_id }, 'a video is not converted: there is no ffmpeg');
    return true;
  });
}

/**
 * A server that stops leaves the job to the next one, as if it had not begun. What may pass by itself, such as a store that does
 * not answer, leaves it to whoever looks when its lease has ended, and is no attempt for a day. What the file is to blame for
 * waits for the admin.
 */
async function recordFailure(
  context: Context,
  job: ConversionJob,
  error: unknown,
  stopped: boolean,
): Promise<void> {
  const now = context.clock.now();
  if (!stopped) context.log.warn({ err: error, media: job.media_id }, 'a video could not be converted');
  const change = stopped
    ? stoppedChange(job)
    : maySucceedLater(error)
      ? laterChange(job, now)
      : failed(reasonOf(error), now);
  await context.db.write((tx) => changeAttempt(tx, job, { ...change, updated_at: now }));
}

const stoppedChange = ({ attempts }: ConversionJob) =>
  ({ state: 'queued', attempts: attempts - 1, lease_until: null }) as const;

const laterChange = ({ attempts, created_at }: ConversionJob, now: number) => ({
  attempts: now - created_at < dayMs ? attempts - 1 : attempts,
  lease_until: now + leaseMs,
});

/** A disk that is full does not get room by itself. */
const maySucceedLater = (error: unknown): boolean =>
  error instanceof Failure && error.code !== 'STORAGE_FULL' && errorCatalogue[error.code].retry;

/** A text of the contract. A disk that is full is no fault of the video. */
function reasonOf(error: unknown): Reason {
  if (error instanceof ConversionFault) return error.key;
  return error instanceof Failure && error.code === 'STORAGE_FULL' ? error.code : 'conversionFailed';
}

interface Lease extends Disposable {
  /** Whole percents, which the next sign of life tells. */
  progress: number;
  /** Aborts where the job is not this server's any more. */
  readonly lost: AbortSignal;
}

/** Gives signs of life of a job until it is disposed. */
function holdLease(context: Context, job: ConversionJob): Lease {
  const lost = new AbortController();
  const lease = { progress: 0, lost: lost.signal, [Symbol.dispose]: () => clearInterval(timer) };
  const timer = setInterval(() => {
    const now = context.clock.now();
    const change = { progress: lease.progress, lease_until: now + leaseMs, updated_at: now };
    context.db
      .write((tx) => changeAttempt(tx, job, change))
      .then((held) => held || lost.abort())
      .catch((err) => context.log.warn({ err }, 'the progress of a conversion could not be written'));
  }, signEveryMs);
  return lease;
}

async function convertJob(context: Context, job: ConversionJob, signal: AbortSignal): Promise<void> {
  // From the store and back may take longer than the conversion itself.
  using lease = holdLease(context, job);
  await using scratch = await context.storage.scratch();
  const into = join(scratch.path, 'converted.mp4');
  const source = await openInScratch(context.storage, job.path, scratch);
  if (source === null) throw new Failure('MEDIA_GONE', { log: `${job.path} is not in the store` });
  // How large it becomes is known when it is; about as large as it was.
  await scratch.requireRoom(job.size);
  const onProgress = (percent: number) => {
    lease.progress = percent;
  };
  const ended = AbortSignal.any([signal, lease.lost]);
  await context.video.convert({ source, into, duration: job.duration ?? 0, onProgress, signal: ended });
  await keepConverted(context, job, into);
}

/** What came out takes the place of what arrived, in one transaction with the end of the job. */
async function keepConverted(context: Context, job: ConversionJob, file: string): Promise<void> {
  const { width, height, duration } = await context.video.inspect(file);
  assertWhole(duration, job.duration ?? 0);
  const described = { width, height, duration, placeholder: '', content_type: contentTypes.mp4 };
  const named = { kind: 'video', owner_id: job.owner_id, file_name: job.file_name } as const;
  const media = { file, thumbnailFile: null, extension: 'mp4', ...described, ...named };
  await keepFile(context, media, async (tx, mediaId) => {
    const now = context.clock.now();
    const change = { media_id: mediaId, state: 'done', progress: 100, lease_until: null } as const;
    if (!(await changeAttempt(tx, job, { ...change, updated_at: now }))) {
      throw new Failure('MEDIA_GONE', {
        log: `the conversion of ${job.media_id} is over, or another server's`,
      });
    }
    await replaceMedia(context, tx, job.media_id, mediaId);
  });
}

/** ffmpeg ends well also where its output met the bound of its size, or its source could not be read to the end. */
function assertWhole(duration: number, sourceDuration: number): void {
  if (sourceDuration - duration > Math.max(1, sourceDuration / 100)) {
    throw new ConversionFault('conversionFailed', `${duration} s came out of ${sourceDuration} s`);
  }
}

/** Puts a failed conversion back into the queue; WRONG_STATE where it has not failed. */
export async function retryConversion(context: Context, mediaId: string): Promise<void> {
  const queued = await context.db.write((tx) => requeue(tx, mediaId, context.clock.now()));
  if (!queued) throw new Failure('WRONG_STATE', { log: `no conversion of ${mediaId} has failed` });
  context.conversionWake.notify();
}
