import { randomBytes } from 'node:crypto';
import { mkdir, open, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { startFauxqs } from 'fauxqs';
import type { Postgres } from '../../scripts/postgres.mjs';
import { keyOf } from '../load/seed-media.ts';

/** Settings that say where a site lies. */
export type Place = Readonly<Record<string, string>>;

const picture = { bytes: 100_000, count: 1000 } as const;
/**
 * More than one part of an upload to a bucket. fauxqs reads a whole object from its disk for each range of 512 KiB that is asked for, so ten
 * times as much would take a hundred times as long, which says nothing of a move.
 */
const videoBytes = 10_000_000;

/**
 * Fills the store of a data folder with pictures and videos of so many bytes together, each with bytes of its own. Of a video only the
 * first and last 64 KiB lie on the disk; it is read and moved as one that is whole.
 */
export async function fillMedia(dataFolder: string, bytes: number): Promise<number> {
  const fileOf = async (directory: string, n: number, extension: string) => {
    const path = join(dataFolder, 'media', keyOf(directory, n, extension));
    await mkdir(dirname(path), { recursive: true });
    return path;
  };
  const pictures = Math.min(picture.count, Math.floor(bytes / picture.bytes / 2));
  for (let n = 0; n < pictures; n += 1)
    await writeFile(await fileOf('photos', n, 'jpg'), randomBytes(picture.bytes));
  const videos = Math.ceil((bytes - pictures * picture.bytes) / videoBytes);
  for (let n = 0; n < videos; n += 1) {
    await using file = await open(await fileOf('videos', n, 'mp4'), 'w');
    const end = randomBytes(64 * 1024);
    await file.write(end, 0, end.length, 0);
    await file.write(end, 0, end.length, videoBytes - end.length);
  }
  return pictures + videos;
}

/** Empty databases and buckets, one after the other; the objects lie below `folder`, those of the newest place alone. */
export async function startPlaces(cluster: Postgres, folder: string) {
  const store = await startFauxqs({
    port: 0,
    host: '127.0.0.1',
    logger: false,
    s3StorageDir: join(folder, 'objects'),
  });
  let count = 0;
  return {
    async next(): Promise<Place> {
      // Nobody goes back to the one before, and ten of 10 GB would fill the disk.
      if (count > 0) store.emptyBucket(`bench-move-${count}`);
      count += 1;
      const bucket = `bench-move-${count}`;
      store.createBucket(bucket);
      return {
        DUET_DATA_DIR: join(folder, `there-${count}`),
        DUET_DATABASE_URL: await cluster.create(`bench_move_${count}`),
        DUET_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
        DUET_S3_ENDPOINT: `http://127.0.0.1:${store.port}`,
        DUET_S3_BUCKET: bucket,
        DUET_S3_ACCESS_KEY_ID: 'bench',
        DUET_S3_SECRET_ACCESS_KEY: 'bench',
        DUET_S3_PATH_STYLE: '1',
      };
    },
    [Symbol.asyncDispose]: () => store.stop(),
  };
}
