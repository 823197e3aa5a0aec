import { z } from 'zod';
import { backupFailure } from '../backup/shapes.ts';
import { id, isoTime } from '../schemas.ts';

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

/** What the server does by itself. */
const jobNames = [
  'mediaGarbage',
  'uploadGarbage',
  'viewGarbage',
  'conversions',
  'nightlyBackup',
  'backupTrial',
  'notifications',
  'mails',
  'mailGarbage',
  'passwordRequests',
  'digests',
] as const;
export type JobName = (typeof jobNames)[number];

/** How the last run of a background job ended that had something to do; null before the first. */
export const jobResult = z.object({
  name: z.enum(jobNames),
  last: z.object({ endedAt: isoTime, durationMs: count, failed: z.boolean() }).nullable(),
});
export type JobResult = z.output<typeof jobResult>;

/** The mails of a site that sends some. */
const mailStats = z.object({
  waiting: count,
  /** When the oldest of those that wait was queued. */
  oldestWaiting: isoTime.nullable(),
  /** Of the last 30 days; the newest of them are in `failures`. */
  failed: count,
  failures: z.array(
    z.object({
      _id: id,
      email: z.string(),
      reason: z.enum(['refused', 'expired', 'tooOften', 'unusable']),
      /** What the mail server said; empty where it said nothing. */
      answer: z.string(),
      at: isoTime,
    }),
  ),
});
export type MailStats = z.output<typeof mailStats>;

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
  /** That backup has the media alone: on PostgreSQL the one into a folder of its own (docs/backup.md). */
  lastBackupWithoutDatabase: z.literal(true).optional(),
  /** The nightly backup fails; null where it does not, or none is made by itself. */
  backupFailure: backupFailure.nullable(),
  /** The background jobs of the server that answers. */
  jobs: z.array(jobResult),
  /** Where the site sends mail. */
  mail: mailStats.optional(),
  version: z.string(),
  /** The last days, the oldest first and today last; days without anything are there with zeros. */
  days: z.array(dayFigures),
});
export type SiteStats = z.output<typeof siteStats>;
