import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../platform/context.ts';
import type { MoreRoutes } from '../platform/http/server.ts';
import { listBackups, momentName } from './moments.ts';
import { takeBackup } from './take.ts';

const keep = 14;
const atHour = 2;
const lookEveryMs = 60_000;

/** The last 02:00 of the machine's own time, in ms. */
export function lastDue(now: number): number {
  const due = new Date(now);
  due.setHours(atHour, 0, 0, 0);
  if (due.getTime() > now) due.setDate(due.getDate() - 1);
  return due.getTime();
}

/** Makes tonight's backup where there is none yet, and removes those beyond 14; answers whether it made one. */
export async function backUpWhenDue(context: Context, folder: string): Promise<boolean> {
  const now = context.clock.now();
  const there = await listBackups(folder);
  const newest = there.at(-1);
  if (newest !== undefined && newest >= momentName(lastDue(now))) return false;
  const former = newest === undefined ? null : join(folder, newest);
  const manifest = await takeBackup(context, {
    folder: join(folder, momentName(now)),
    withSecrets: false,
    former,
  });
  for (const fault of manifest.faults) context.log.error({ fault }, 'a backup found a fault of the site');
  const all = await listBackups(folder);
  for (const name of all.slice(0, -keep)) await rm(join(folder, name), { recursive: true, force: true });
  return true;
}

/** Backs the site up every night, where `DUET_BACKUP_DIR` says where to; a night that was missed is made up for. */
export const backUpNightly: MoreRoutes = (app, { context }) => {
  const folder = context.config.backupDir;
  if (folder === null) return;
  let running: Promise<unknown> | null = null;
  const look = () => {
    running ??= backUpWhenDue(context, folder)
      .catch((err) => context.log.error({ err }, 'the nightly backup failed'))
      .finally(() => {
        running = null;
      });
  };
  const timer = setInterval(look, lookEveryMs).unref();
  app.addHook('onReady', async () => look());
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await running;
  });
};
