import { z } from 'zod';
import { mediaDirectories, orphanReasons } from './constants.ts';

export const mediaDirectory = z.enum(mediaDirectories, 'fieldInvalid');
export type MediaDirectory = z.output<typeof mediaDirectory>;

/** Files of one folder; thumbnails are files of their own. */
export const directoryUsage = z.object({
  fileCount: z.number().int(),
  /** Bytes. */
  totalSize: z.number().int(),
});
export type DirectoryUsage = z.output<typeof directoryUsage>;

/** product.md §3: a stored file that nothing refers to. */
export const orphanedFile = z.object({
  directory: mediaDirectory,
  filename: z.string(),
  /** Bytes. */
  size: z.number().int(),
  /** Whole days, rounded down. */
  age: z.number().int(),
  /** Opens for the admin who asked, for a while. */
  url: z.string(),
  /** Why it is an orphan. */
  reason: z.enum(orphanReasons),
});
export type OrphanedFile = z.output<typeof orphanedFile>;

/**
 * Where to go on: a site may have more files than one call looks through. Absent when all was looked through; else the
 * same call with this as `after` answers the rest.
 */
const next = z.string().optional();
export const after = z.string().max(100, 'fieldTooLong').optional();

/** The folders, as far as one call has counted them. */
export const mediaStats = z.object({ directories: z.record(mediaDirectory, directoryUsage), next });
export type MediaStats = z.output<typeof mediaStats>;

/** In a preview what a deletion would remove, after one what it did remove. */
export const mediaCleanup = z.object({
  /** Of all, also of those that are not listed. */
  stats: z.object({
    removed: z.number().int(),
    /** Bytes. */
    savedSpace: z.number().int(),
  }),
  /** The oldest first, and of very many only the oldest (limits.orphan.listed). */
  orphanedFiles: z.array(orphanedFile),
  /** Those that could not be deleted; the same call again tries them again. Absent where all went well. */
  failedFiles: z.array(orphanedFile).optional(),
  /** A deletion stopped before its end: all that is listed as removed is gone, and the same call again goes on. */
  interrupted: z.literal(true).optional(),
  next,
});
export type MediaCleanup = z.output<typeof mediaCleanup>;

const allDirectories = (): MediaDirectory[] => [...mediaDirectories];

/** `photos,videos`; all where absent. */
export const directoriesQuery = z
  .string()
  .transform((text) => [...new Set(text.split(',').map((name) => name.trim()))])
  .pipe(z.array(mediaDirectory))
  .optional()
  .transform((names) => names ?? allDirectories());
