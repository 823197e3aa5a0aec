import type { DayFigures, SiteStats } from '@duet/contract/dashboard/shapes';
import { limits } from '@duet/contract/limits';
import { backupState } from '../backup/state.ts';
import { mailOverview } from '../mail/overview.ts';
import type { Context } from '../platform/context.ts';
import { dateOfDay, dayOf } from '../platform/days.ts';
import { isoTime } from '../platform/iso-time.ts';
import { version } from '../platform/version.ts';
import {
  type ByDay,
  countFailedVideos,
  countPeople,
  countPosts,
  countStored,
  createdByDay,
  viewsByDay,
} from './store.ts';

/** How the site is now, and what happened on each of the last days. */
export async function siteStats(context: Context): Promise<SiteStats> {
  const { db, clock } = context;
  const today = dayOf(clock.now());
  const first = today - limits.stats.days + 1;
  const [posts, people, storage, failedVideos, backup, jobs, views, likes, signUps, mail] = await Promise.all(
    [
      countPosts(db.scan),
      countPeople(db.scan),
      countStored(db.scan),
      countFailedVideos(db.scan),
      backupState(context),
      context.jobs.results(),
      viewsByDay(db.scan, first),
      createdByDay(db.scan, 'likes', first),
      createdByDay(db.scan, 'users', first),
      mailOverview(context),
    ],
  );
  const { published, drafts, comments } = posts;
  return {
    posts: { published, drafts },
    people,
    comments,
    storage,
    failedVideos,
    lastBackup: backup.last && isoTime(backup.last.at),
    ...(backup.last?.hasDatabase === false && { lastBackupWithoutDatabase: true }),
    backupFailure: backup.failure,
    jobs: jobs.map(({ name, last }) => ({
      name,
      last: last && { ...last, endedAt: isoTime(last.endedAt) },
    })),
    ...(mail && { mail }),
    version,
    days: daysOf(first, { views, likes, signUps }),
  };
}

function daysOf(first: number, figures: { views: ByDay; likes: ByDay; signUps: ByDay }): DayFigures[] {
  return Array.from({ length: limits.stats.days }, (_, at) => {
    const day = first + at;
    return {
      day: dateOfDay(day),
      views: figures.views.get(day) ?? 0,
      likes: figures.likes.get(day) ?? 0,
      signUps: figures.signUps.get(day) ?? 0,
    };
  });
}
