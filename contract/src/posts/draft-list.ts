import { z } from 'zod';
import { personNames } from '../accounts/person-names.ts';
import { id, isoTime } from '../schemas.ts';
import { postType } from './shapes.ts';

/** product.md §3, Draft (admin): a post that was begun and not published. */
export const draftEntry = z.object({
  _id: id,
  postType,
  ...personNames,
  created_at: isoTime,
  /** Whole days, rounded down. */
  ageInDays: z.number().int(),
  /** At least 7 × 24 hours. */
  isOld: z.boolean(),
  caption: z.string(),
  /** Clean HTML, or block JSON as a string. */
  content: z.string(),
});
export type DraftEntry = z.output<typeof draftEntry>;

/** product.md §3, Draft summary. */
export const draftSummary = z.object({
  total: z.number().int(),
  oldDrafts: z.number().int(),
  newDrafts: z.number().int(),
  drafts: z.array(draftEntry),
});
export type DraftSummary = z.output<typeof draftSummary>;

/** product.md §3, Cleanup result. */
export const draftCleanup = z.object({
  deletedCount: z.number().int(),
  /** Files that nothing but the deleted drafts referred to. They are orphans 24 hours later (decisions §7). */
  mediaFilesDeleted: z.number().int(),
  /** It stopped before its end: what is counted is gone, and the same call again goes on. */
  interrupted: z.literal(true).optional(),
});
export type DraftCleanup = z.output<typeof draftCleanup>;
