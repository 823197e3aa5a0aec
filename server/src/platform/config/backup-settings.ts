import { resolve } from 'node:path';
import { z } from 'zod';

const bucketForm = /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[\w.=@-]{1,200}){0,8}\/?$/;

/** A folder, or a bucket with a prefix: `s3://BUCKET/PREFIX`. */
export const backupTarget = z
  .string()
  .max(4000, 'is too long')
  .refine((text) => !text.includes('\0'), 'is not a path')
  .refine(
    (text) => !text.startsWith('s3:') || bucketForm.test(text),
    'is not s3://BUCKET or s3://BUCKET/PREFIX',
  )
  .transform((text) => (text.startsWith('s3:') ? text.replace(/\/$/, '') : resolve(text)));

type Environment = NodeJS.ProcessEnv;
type Missing = (name: keyof Environment & string, why: string) => string;

/** Settings of backups that do not go together, a sentence each; `missing` says that a setting is. */
export function faultsOfBackups(environment: Environment, missing: Missing): string[] {
  const { DUET_BACKUP_DIR, DUET_BACKUP_TO, DUET_BACKUP_PASSPHRASE_FILE, DUET_S3_BUCKET } = environment;
  const faults: string[] = [];
  if (DUET_BACKUP_DIR && DUET_BACKUP_TO) {
    faults.push(
      'DUET_BACKUP_DIR cannot be used with DUET_BACKUP_TO: one kind of backups is made every night. Leave one of them out (docs/backup.md).',
    );
  }
  if (DUET_S3_BUCKET && DUET_BACKUP_DIR) {
    faults.push(
      'DUET_BACKUP_DIR cannot be used with DUET_S3_BUCKET: backups do not copy media from an object store. Set DUET_BACKUP_TO in its place (docs/backup.md).',
    );
  }
  // Else somebody takes backups for encrypted that are not.
  if (DUET_BACKUP_DIR && DUET_BACKUP_PASSPHRASE_FILE && !DUET_BACKUP_TO) {
    faults.push(
      'DUET_BACKUP_PASSPHRASE_FILE cannot be used with DUET_BACKUP_DIR, whose backups are not encrypted. Set DUET_BACKUP_TO in its place (docs/backup.md).',
    );
  }
  const keys = ['DUET_BACKUP_S3_ACCESS_KEY_ID', 'DUET_BACKUP_S3_SECRET_ACCESS_KEY'] as const;
  const set = Object.keys(environment).filter(
    (name) => name.startsWith('DUET_BACKUP_S3_') && environment[name],
  );
  const because = DUET_BACKUP_TO?.startsWith('s3:') ? 'DUET_BACKUP_TO' : set[0];
  if (because) {
    for (const name of keys) {
      if (!environment[name])
        faults.push(missing(name, `${because} is set, and the object store needs it too`));
    }
  }
  return faults;
}
