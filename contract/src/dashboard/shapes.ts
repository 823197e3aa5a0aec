import { z } from 'zod';
import { backupFailure } from '../backup/shapes.ts';
import { isoTime } from '../checked.ts';

const count = z.number().int();

/** What happened on one day, UTC. */
export const dayFigures = z.object({
  /** `2026-11-20` */
  day: z.string(),
  views: count,
  likes: count,
  signUps: count,
});
export type DayFigures = z.output<typeof dayFigures>;

/** What an owner looks for first. */
export const siteStats = z.object({
  posts: z.object({ published: count, drafts: count }),
  people: z.object({ active: count, admins: count, deleted: count }),
  comments: count,
  /** Bytes and number of the stored originals, without their smaller copies. */
  storage: z.object({ files: count, bytes: count }),
  failedVideos: count,
  /** When the newest backup was made, by the server or by a command; null for never. */
  lastBackup: isoTime.nullable(),
  /** The nightly backup fails; null where it does not, or none is made by itself. */
  backupFailure: backupFailure.nullable(),
  version: z.string(),
  /** The last days, the oldest first and today last; days without anything are there with zeros. */
  days: z.array(dayFigures),
});
export type SiteStats = z.output<typeof siteStats>;
