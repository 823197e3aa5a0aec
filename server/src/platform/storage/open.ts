import { join } from 'node:path';
import { DiskStorage } from './disk.ts';
import type { Bucket } from './s3/bucket.ts';
import { S3Storage } from './s3/s3-storage.ts';
import type { Storage } from './storage.ts';

/** The store of a site: the bucket where there is one, else the data folder. */
export function openStorage(dataDir: string, bucket: Bucket | null): Storage {
  const scratchFolder = join(dataDir, 'tmp');
  if (bucket) return new S3Storage({ bucket, scratchFolder });
  return new DiskStorage({ folder: join(dataDir, 'media'), scratchFolder });
}
