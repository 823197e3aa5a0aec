import type { Reads, Writes } from '../platform/db/database.ts';
import type { MediaRow } from '../platform/db/schema/media.ts';
import type { VideoConversionRow } from '../platform/db/schema/uploads.ts';
import type { ConversionWatch } from './conversion-watch.ts';

/** How long a server has a job to itself without a sign of life. */
export const leaseMs = 60_000;

const idle = { progress: 0, error: null, attempts: 0, lease_until: null } as const;

export async function queueConversion(tx: Writes, mediaId: string, now: number): Promise<void> {
  await tx
    .insertInto('video_conversions')
    .values({ media_id: mediaId, state: 'queued', ...idle, created_at: now, updated_at: now })
    .execute();
}

/** A conversion with the video that it is of. */
export type ConversionJob = VideoConversionRow &
  Pick<MediaRow, 'path' | 'size' | 'owner_id' | 'file_name' | 'duration'>;

/** Those that wait or are being worked on, the oldest first. */
export const findUnfinished = (reads: Reads): Promise<ConversionJob[]> =>
  reads
    .selectFrom('video_conversions')
    .innerJoin('media', 'media.id', 'video_conversions.media_id')
    .selectAll('video_conversions')
    .select(['media.path', 'media.size', 'media.owner_id', 'media.file_name', 'media.duration'])
    .where('video_conversions.state', 'in', ['queued', 'running'])
    .where('media.state', '=', 'ready')
    .orderBy('video_conversions.created_at')
    .execute();

/**
 * The oldest that waits, or that a dead server worked on; none while a living one works on any. A lease that ends much later than
 * any can was given by a clock that is ahead, or was: it counts while its server renews it, and no longer than a lease from
 * when this one saw it first. A little later it ends wherever the clock of its server is ahead of this one.
 */
export async function findNext(
  reads: Reads,
  now: number,
  { farLeases }: ConversionWatch,
): Promise<ConversionJob | undefined> {
  const jobs = await findUnfinished(reads);
  const leased = jobs.flatMap(({ state, media_id, lease_until }) =>
    state === 'running' && lease_until !== null && lease_until > now
      ? [{ media_id, until: lease_until }]
      : [],
  );
  const far = leased.filter(({ until }) => until > now + leaseMs * 3);
  const isRenewed = farLeases.see(JSON.stringify(far)) < leaseMs;
  const busy = leased.length > far.length || (far.length > 0 && isRenewed);
  return busy ? undefined : jobs[0];
}

export async function changeConversion(
  tx: Writes,
  mediaId: string,
  change: Partial<VideoConversionRow>,
): Promise<void> {
  await tx.updateTable('video_conversions').set(change).where('media_id', '=', mediaId).execute();
}

/** Changes a conversion that runs; false where it is over, or another attempt than the job's has it by now. */
export async function changeAttempt(
  tx: Writes,
  { media_id, attempts }: ConversionJob,
  change: Partial<VideoConversionRow>,
): Promise<boolean> {
  const result = await tx
    .updateTable('video_conversions')
    .set(change)
    .where('media_id', '=', media_id)
    .where('attempts', '=', attempts)
    .where('state', '=', 'running')
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** `failed` becomes `queued`; false where it has not failed. */
export async function requeue(tx: Writes, mediaId: string, now: number): Promise<boolean> {
  const result = await tx
    .updateTable('video_conversions')
    .set({ state: 'queued', ...idle, updated_at: now })
    .where('media_id', '=', mediaId)
    .where('state', '=', 'failed')
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
