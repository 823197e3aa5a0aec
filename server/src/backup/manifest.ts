import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { BackupFault } from './fault.ts';

const sum = z.object({
  /** Bytes. */
  size: z.number().int().nonnegative(),
  /** Hex. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

const shape = z.object({
  format: z.literal('duet-backup-1'),
  /** ISO 8601 in UTC: when the database was copied. */
  createdAt: z.string(),
  /** Duet's version. */
  program: z.string(),
  /** The migrations that the database has seen. */
  schema: z.array(z.string()),
  /** Of `duet.db`; null where the site's database is PostgreSQL, which pg_dump backs up. */
  database: sum.nullable(),
  /** Of `secrets.json`; null where it was left out. */
  secrets: sum.nullable(),
  /** Every stored file, by its path below `media`. */
  files: z.array(sum.extend({ path: z.string() })),
  /** What the site itself lacked when the backup was made, a line each. */
  faults: z.array(z.string()),
});

/** What is in a backup, and how to tell that it is whole. */
export type Manifest = z.output<typeof shape>;

export const backupFiles = {
  manifest: 'manifest.json',
  database: 'duet.db',
  media: 'media',
  secrets: 'secrets.json',
} as const;

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  await using handle = await open(join(folder, backupFiles.manifest), 'wx', 0o600);
  await handle.writeFile(`${JSON.stringify(manifest, null, 1)}\n`);
  await handle.sync();
}

/** Throws a `BackupFault` where the folder is no backup, or one that did not end. */
export async function readManifest(folder: string): Promise<Manifest> {
  const path = join(folder, backupFiles.manifest);
  const text = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'ENOENT' && cause.code !== 'ENOTDIR') throw cause;
    throw new BackupFault(
      `${folder} is no backup, or one that did not end: ${backupFiles.manifest} is not there.`,
      {
        cause,
      },
    );
  });
  const manifest = shape.safeParse(parsed(text));
  if (!manifest.success) throw new BackupFault(`${path} is damaged, or of a newer Duet.`);
  return manifest.data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
