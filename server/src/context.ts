import { join } from 'node:path';
import { MB } from '@duet/contract/limits';
import { Admission } from './platform/admission/admission.ts';
import { ValueCache } from './platform/cache/cache.ts';
import type { Config } from './platform/config/config.ts';
import { ConfirmedClock } from './platform/confirmed-clock.ts';
import type { Context, PlatformContext } from './platform/context.ts';
import { lockDataDir } from './platform/data-lock.ts';
import { isUnfinishedMove } from './platform/db/closed-site.ts';
import { migrations } from './platform/db/migrations/index.ts';
import { openDatabase } from './platform/db/open.ts';
import { openLimiter } from './platform/http/limiter-store.ts';
import { createIds, timeOf } from './platform/ids.ts';
import { ImageProcess } from './platform/images/image-process.ts';
import { Jobs } from './platform/jobs/jobs.ts';
import { createLog } from './platform/log.ts';
import { openRealtime } from './platform/realtime/open.ts';
import type { Signal } from './platform/realtime/realtime.ts';
import { sharedSecrets } from './platform/secrets/database.ts';
import { loadSecrets, prepareDataDir } from './platform/secrets/file.ts';
import { requireSite, requireWholeFolder, unfinishedMove } from './platform/site-folder.ts';
import { Ballast } from './platform/storage/ballast.ts';
import { openStorage } from './platform/storage/open.ts';
import { PartFiles } from './platform/storage/part-files.ts';
import { Bucket } from './platform/storage/s3/bucket.ts';
import { ChunkObjects } from './platform/storage/s3/chunk-objects.ts';
import { findNewestIds } from './platform/store-newest-ids.ts';
import { VideoTools } from './platform/video/video-tools.ts';
import { createServices } from './services.ts';

interface ContextOptions {
  /** Takes the data folder for itself, as the server does; the command line works beside a server. */
  readonly exclusive: boolean;
  /** Throws `NoSite` where there is no site, in place of making one. */
  readonly existing?: boolean;
  /** The disk failed under the database: nothing can be written any more and the process has to end. */
  readonly onDiskFailure?: (error: Error) => void;
  /** The site is being moved into this place: what is there may be a part of one. */
  readonly receiving?: boolean;
  /** Keeps space for the database on the disk, as the server does. */
  readonly keepBallast?: boolean;
  /** Parts to use in place of the real ones; who passes them disposes them. */
  readonly overrides?: Partial<PlatformContext>;
}

/** The composition root: the only place that constructs adapters. Disposing it closes them, last opened first. */
export async function createContext(
  config: Config,
  options: ContextOptions,
): Promise<Context & AsyncDisposable> {
  await using opened = new AsyncDisposableStack();
  const { overrides = {} } = options;
  if (options.existing) requireSite(config);
  else requireWholeFolder(config);
  prepareDataDir(config.dataDir);
  const { databaseUrl, dataDir, secretKey, formerSecretKey, s3 } = config;
  // Without anything of the site in it a folder may be that of several servers.
  if (options.exclusive && !(databaseUrl && s3)) opened.use(lockDataDir(dataDir));
  const log = overrides.log ?? createLog(config.logLevel);
  const ballast = new Ballast(config.dataDir, log);
  const db =
    overrides.db ??
    opened.use(
      await openDatabase({
        dataDir: config.dataDir,
        url: config.databaseUrl ?? undefined,
        migrations,
        log,
        onDiskFailure: options.onDiskFailure ?? (() => {}),
        onFull: () => ballast.release(),
        exclusive: options.exclusive,
        existing: options.existing,
        dumpDir: config.dumpDir ?? undefined,
      }),
    );
  if (!options.receiving && (await isUnfinishedMove(db))) throw unfinishedMove();
  if (options.keepBallast && !config.databaseUrl) opened.use(ballast.keep());
  const secrets =
    overrides.secrets ??
    (secretKey
      ? await sharedSecrets({ db, key: secretKey, formerKey: formerSecretKey, dataDir })
      : loadSecrets(dataDir));
  const bucket = s3 && opened.use(await Bucket.connect(s3));
  await bucket?.requireUsable(log);
  const storage = overrides.storage ?? opened.use(openStorage(dataDir, bucket));
  const images = overrides.images ?? opened.use(new ImageProcess());
  const limiter = overrides.limiter ?? opened.use(await openLimiter(config, log));
  const realtime = overrides.realtime ?? opened.use(openRealtime(config, db, log));
  const clock = overrides.clock ?? { now: Date.now };
  const newest = await findNewestIds(db.read);
  const ids = overrides.ids ?? createIds(clock.now);
  for (const id of newest) ids.observe(id);
  if (options.exclusive) {
    // The clock of another server may be ahead: an answer stands below what it answers all the same.
    const signal = (each: Signal) => each.type === 'message' && ids.observe(each.id);
    opened.defer(realtime.subscribe({ signal, gap: () => {} }));
  }
  const since = newest.reduce((latest, id) => Math.max(latest, timeOf(id) ?? 0), 0) || null;
  const platform: PlatformContext = {
    config,
    db,
    storage,
    parts: overrides.parts ?? new PartFiles(join(config.dataDir, 'uploads')),
    chunkObjects: overrides.chunkObjects ?? (bucket && new ChunkObjects(bucket)),
    images,
    video: overrides.video ?? new VideoTools(config.ffmpeg),
    secrets,
    log,
    clock,
    confirmedClock: overrides.confirmedClock ?? new ConfirmedClock(clock, { since }),
    ids,
    limiter,
    admission: overrides.admission ?? new Admission(),
    realtime,
    jobs: new Jobs({ db, clock, ids, log }),
    cache: overrides.cache ?? opened.use(new ValueCache({ db, clock, ...cacheLimits(config) })),
  };
  const services = createServices(platform, opened);
  const all = opened.move();
  return { ...platform, ...services, [Symbol.asyncDispose]: () => all.disposeAsync() };
}

/**
 * With PostgreSQL there may be other servers, and one that is killed between a commit and telling of it leaves what others cache as
 * it was: so long at most.
 */
const cacheLimits = ({ databaseUrl }: Config) => ({
  maxBytes: 24 * MB,
  maxAgeMs: databaseUrl ? 1000 : 600_000,
});
