import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { openStorage } from '../../backup/repository/open-storage.ts';
import { passphraseIn } from '../../backup/repository/passphrase.ts';
import { snapshotsIn } from '../../backup/repository/repository.ts';
import type { Config } from '../../platform/config/config.ts';
import { version } from '../../platform/version.ts';
import { isThere } from '../../platform/video/ffmpeg.ts';
import { type Finding, fault, note, ok } from './finding.ts';

/** Written in .nvmrc and docs/install.md too. */
const oldestNode = 24;
const webApp = new URL('../../../../web/dist/index.html', import.meta.url);

/** Node, Duet and the built web app. */
export function checkVersions(node = process.versions.node): Finding[] {
  const findings =
    Number.parseInt(node, 10) >= oldestNode
      ? [ok('versions', `Duet is ${version}, Node is ${node}.`)]
      : [
          fault(
            'versions',
            `Node is ${node}; Duet needs ${oldestNode}.`,
            'Use npm run, or npx duet: they bring it.',
          ),
        ];
  if (!existsSync(webApp)) {
    findings.push(note('versions', 'The web app is not built yet.', '`npm start` builds it.'));
  }
  return findings;
}

export async function checkFfmpeg({ ffmpeg, ffmpegNamed }: Config): Promise<Finding> {
  if (ffmpeg === null) return note('ffmpeg', 'It is turned off: only videos that browsers play are taken.');
  if (await isThere(ffmpeg)) return ok('ffmpeg', `${ffmpeg} answers, with ffprobe beside it.`);
  if (!ffmpegNamed) {
    const says = 'There is none: only videos that browsers play are taken.';
    return note('ffmpeg', says, 'Install ffmpeg to have others converted.');
  }
  const mend = 'Install it, or leave DUET_FFMPEG out.';
  return fault('ffmpeg', `${ffmpeg} does not answer, or has no ffprobe beside it.`, mend);
}

/** Whether backups are made by themselves and the folder can be read; when the newest was made is for the dashboard. */
export async function checkBackups(config: Config): Promise<Finding> {
  const { backupDir, backupTo, databaseUrl } = config;
  if (backupTo !== null) return checkRepository(backupTo, config);
  if (backupDir === null) {
    const says = 'None is made by itself.';
    return note('backups', says, 'Set DUET_BACKUP_DIR to a folder on another disk, or DUET_BACKUP_TO.');
  }
  const found = await readdir(backupDir).catch((error: NodeJS.ErrnoException) => error);
  if (!(found instanceof Error) && databaseUrl !== null) {
    const says = `${backupDir} is there. What goes there are the pictures and videos, without the database, which is PostgreSQL's.`;
    return note('backups', says, 'Back the database up with pg_dump, or set DUET_BACKUP_TO in its place.');
  }
  if (!(found instanceof Error)) return ok('backups', `${backupDir} is there.`);
  if (found.code === 'ENOENT') {
    return note(
      'backups',
      `${backupDir} is not there yet.`,
      'If its disk should be mounted there, mount it.',
    );
  }
  return fault(
    'backups',
    `${backupDir} cannot be read (${found.code}).`,
    'Give this account the right to it.',
  );
}

async function checkRepository(to: string, config: Config): Promise<Finding> {
  try {
    await passphraseIn(config.backupPassphraseFile);
    using opened = await openStorage(to, config);
    const moments = await snapshotsIn(opened.storage);
    return ok('backups', `${to} can be read and holds ${moments.length} backups.`);
  } catch (error) {
    const mend = 'Look at DUET_BACKUP_TO, DUET_BACKUP_PASSPHRASE_FILE and the DUET_BACKUP_S3_ settings.';
    return fault('backups', `${to} cannot be used: ${(error as Error).message}`, mend);
  }
}
