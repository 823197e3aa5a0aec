import { z } from 'zod';
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
export const siteFigures = z.object({
  posts: z.object({ published: count, drafts: count }),
  people: z.object({ active: count, admins: count, deleted: count }),
  comments: count,
  /** Bytes and number of the stored originals, without their smaller copies. */
  storage: z.object({ files: count, bytes: count }),
  failedVideos: count,
  /** When the newest backup was made; null for never. */
  lastBackup: isoTime.nullable(),
  version: z.string(),
  /** The last days, the oldest first and today last; days without anything are there with zeros. */
  days: z.array(dayFigures),
});
export type SiteFigures = z.output<typeof siteFigures>;
