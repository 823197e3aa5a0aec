import type { Admission } from './admission/admission.ts';
import type { Cache } from './cache/cache.ts';
import type { Config } from './config/config.ts';
import type { Database } from './db/database.ts';
import type { Limiter } from './http/limiter.ts';
import type { Ids } from './ids.ts';
import type { Images } from './images/images.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Log } from './log.ts';
import type { Realtime } from './realtime/realtime.ts';
import type { Secrets } from './secrets/secrets.ts';
import type { PartFiles } from './storage/part-files.ts';
import type { ChunkObjects } from './storage/s3/chunk-objects.ts';
import type { Storage } from './storage/storage.ts';
import type { Video } from './video/video.ts';

export interface Clock {
  /** Whole milliseconds since 1970. */
  now(): number;
}

/** What the platform gives to all nouns. */
export interface PlatformContext {
  readonly config: Config;
  readonly db: Database;
  readonly storage: Storage;
  /** Files that are still arriving, on this server's disk. */
  readonly parts: PartFiles;
  /** Where the chunks of uploads lie on a site with a bucket, in place of `parts`. */
  readonly chunkObjects: ChunkObjects | null;
  readonly images: Images;
  readonly video: Video;
  readonly clock: Clock;
  /** By which anything ends for its age (confirmed-clock.ts). */
  readonly confirmedClock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly limiter: Limiter;
  /** Who is let in when there is too much to do. */
  readonly admission: Admission;
  readonly secrets: Secrets;
  /** What has happened, published to all servers. */
  readonly realtime: Realtime;
  readonly jobs: Jobs;
  /** What was made of rows and is still right. */
  readonly cache: Cache;
}

/**
 * All that a rule may touch outside of its arguments. Constructed in one place, server/src/context.ts. What a noun holds in
 * memory is a service of its own, declared beside its class and made in server/src/services.ts: no module keeps state.
 */
export interface Context extends PlatformContext {}
