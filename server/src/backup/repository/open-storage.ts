import type { Config } from '../../platform/config/config.ts';
import { createLog } from '../../platform/log.ts';
import { Bucket } from '../../platform/storage/s3/bucket.ts';
import { BackupFault } from '../fault.ts';
import { BucketStorage } from './bucket-storage.ts';
import { FolderStorage } from './folder-storage.ts';
import type { ObjectStorage } from './object-storage.ts';

const bucketForm = /^s3:\/\/([^/]+)(?:\/(.*?))?\/?$/;

/** Whether a repository of that name is in a bucket, and not in a folder. */
export const isInBucket = (to: string): boolean => bucketForm.test(to);

/** Storage that is in use; what it has open is closed afterwards. */
interface OpenStorage extends Disposable {
  readonly storage: ObjectStorage;
}

/** Opens the folder or the bucket (`s3://BUCKET/PREFIX`) of a repository. Throws a `BackupFault` where the store refuses it. */
export async function openStorage(to: string, { backupS3 }: Pick<Config, 'backupS3'>): Promise<OpenStorage> {
  const [, name, prefix = ''] = bucketForm.exec(to) ?? [];
  if (name === undefined) return { storage: new FolderStorage(to), [Symbol.dispose]: () => {} };
  if (backupS3 === null) {
    const missing = 'DUET_BACKUP_S3_ACCESS_KEY_ID and DUET_BACKUP_S3_SECRET_ACCESS_KEY are missing';
    throw new BackupFault(`${missing}: ${to} is in an object store.`);
  }
  using opening = new DisposableStack();
  const bucket = opening.use(await Bucket.connect({ ...backupS3, bucket: name }));
  await bucket.requireUsable(createLog('silent')).catch((cause: unknown) => {
    const sentence = `${to} cannot be used: the store refuses it. Check its bucket and the DUET_BACKUP_S3_ settings.`;
    throw new BackupFault(sentence, { cause, reason: 'noAccess' });
  });
  const opened = opening.move();
  const storage = new BucketStorage(bucket, prefix === '' ? '' : `${prefix}/`);
  return { storage, [Symbol.dispose]: () => opened.dispose() };
}
