import { existsSync } from 'node:fs';
import { stat, statfs } from 'node:fs/promises';
import type { Config } from '../../platform/config/config.ts';
import { sqliteFile } from '../../platform/db/dialect/sqlite.ts';
import { assertRoom, diskSpace, type Space } from '../../platform/storage/room.ts';
import { type Finding, fault, note, ok } from './finding.ts';

/** Types of file systems on which the locks of SQLite do not hold (statfs(2)). */
const networkShares: Readonly<Record<number, string>> = {
  26985: 'NFS',
  4283649346: 'SMB',
  4266872130: 'SMB',
  20859: 'SMB',
};

/** Room and kind of the disk of the data folder. */
export async function checkDisk({ dataDir, databaseUrl }: Config): Promise<Finding[]> {
  if (!existsSync(dataDir)) return [note('disk', `${dataDir} is not there yet; the server makes it.`)];
  const space = await diskSpace(dataDir);
  // Before the first start there is no database to copy.
  const size = databaseUrl === null ? ((await stat(sqliteFile(dataDir)).catch(() => null))?.size ?? 0) : 0;
  const findings = [roomOn(space, size)];
  const share = networkShares[(await statfs(dataDir)).type];
  if (databaseUrl === null && share) {
    const says = `${dataDir} is on a network share (${share}), where the database can be damaged.`;
    findings.push(fault('disk', says, 'Move the folder to a local disk, or use PostgreSQL.'));
  }
  return findings;
}

/** `databaseBytes`: an update copies the database first. */
export function roomOn(space: Space, databaseBytes: number): Finding {
  const free = `${gigabytes(space.free)} of ${gigabytes(space.total)} are free`;
  const mend = 'Make room on the disk, or move the data folder to a larger one.';
  if (!hasRoom(space, 'image')) return fault('disk', `${free}: pictures and videos are refused.`, mend);
  if (!hasRoom(space, 'video')) return fault('disk', `${free}: videos are refused.`, mend);
  if (space.free < databaseBytes * 1.1) {
    const says = `${free}: an update that copies the database (${gigabytes(databaseBytes)}) would not start.`;
    return note('disk', says, mend);
  }
  return ok('disk', `${free}.`);
}

function hasRoom(space: Space, kind: 'image' | 'video'): boolean {
  try {
    assertRoom(0, kind, space);
    return true;
  } catch {
    return false;
  }
}

const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`;
