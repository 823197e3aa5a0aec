import { z } from 'zod';
import { mediaDirectories } from './constants.ts';

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
});
export type OrphanedFile = z.output<typeof orphanedFile>;

/** In a preview what a deletion would remove, after one what it did remove. */
export const mediaCleanup = z.object({
  stats: z.object({
    removed: z.number().int(),
    /** Bytes. */
    savedSpace: z.number().int(),
  }),
  orphanedFiles: z.array(orphanedFile),
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
