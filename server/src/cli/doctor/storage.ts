import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Config } from '../../platform/config/config.ts';
import { createLog } from '../../platform/log.ts';
import { newKey } from '../../platform/storage/keys.ts';
import { openStorage } from '../../platform/storage/open.ts';
import { Bucket } from '../../platform/storage/s3/bucket.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { type Finding, fault, ok } from './finding.ts';

/** Whether a file can be stored, read and removed, in the folder or the bucket; it tries it with one of its own. */
export async function checkStorage({ dataDir, s3 }: Config): Promise<Finding> {
  try {
    using bucket = s3 && (await Bucket.connect(s3));
    await bucket?.requireUsable(createLog('silent'));
    await using storage = openStorage(dataDir, bucket);
    return await probe(storage);
  } catch (error) {
    const says = `No file can be stored: ${(error as Error).message}.`;
    const mend = s3
      ? 'Look at DUET_S3_ENDPOINT, at the bucket and at the rights of its key.'
      : 'Give this account the right to it, and make room.';
    return fault('storage', says, mend);
  }
}

async function probe(storage: Storage): Promise<Finding> {
  const key = newKey('photos', 'jpg');
  const bytes = randomBytes(4096);
  const started = performance.now();
  let read: Buffer | null;
  try {
    await storage.write(key, bytes);
    const stream = await storage.open(key);
    read = stream && (await buffer(stream));
  } finally {
    await storage.remove(key);
  }
  if (!read?.equals(bytes)) {
    return fault('storage', 'A file came back with other bytes than were stored.', 'Check the disk.');
  }
  const ms = Math.round(performance.now() - started);
  return ok('storage', `A file was stored, read and removed in ${ms} ms.`);
}
