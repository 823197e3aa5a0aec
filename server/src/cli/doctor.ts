import { writeAnswer } from './answer.ts';
import { readArguments, requireArguments } from './arguments.ts';
import { CommandError, type Terminal } from './command.ts';
import { checkCdn } from './doctor/cdn.ts';
import { checkDatabase } from './doctor/database.ts';
import { checkDisk } from './doctor/disk.ts';
import type { Finding } from './doctor/finding.ts';
import { checkFolder } from './doctor/folder.ts';
import { checkMail } from './doctor/mail.ts';
import { checkBackups, checkFfmpeg, checkVersions } from './doctor/programs.ts';
import { checkProxy } from './doctor/proxy.ts';
import { checkSettings } from './doctor/settings.ts';
import { checkStorage } from './doctor/storage.ts';

export const help = `npm run duet -- doctor [--json]

Looks at everything that a site needs, with the settings that the server has: settings, versions, the data folder and
the keys, disk, database, tables, clock, storage, CDN, ffmpeg, backups, mail, and beside a running server the way through the
proxy. It changes nothing; a file that it stores to try the storage is removed.

Each line begins with ok, with note (allowed, and worth knowing) or with FAULT, and says how a fault is mended.
It ends with 1 where there is a fault.

  --json  as JSON: healthy, and the findings with subject, result, says and mend`;

export async function run(words: readonly string[], terminal: Terminal): Promise<void> {
  const { values, positionals } = readArguments(words, { json: { type: 'boolean' } });
  requireArguments(positionals, []);
  const findings = await examine();
  const faults = findings.filter(({ result }) => result === 'fault').length;
  const data = { healthy: faults === 0, findings };
  writeAnswer(terminal, { lines: findings.map(lineOf), data }, values.json);
  if (faults > 0) throw new CommandError(faults === 1 ? '1 fault.' : `${faults} faults.`);
}

async function examine(): Promise<Finding[]> {
  const { config, findings } = checkSettings(process.env);
  findings.push(...checkVersions());
  if (config === null) return findings;
  const folder = await checkFolder(config);
  findings.push(...folder);
  // Nothing is made in a folder that is not a site's.
  if (folder.every(({ subject, result }) => subject !== 'data folder' || result !== 'fault')) {
    findings.push(...(await checkDisk(config)), ...(await checkDatabase(config)), await checkStorage(config));
    findings.push(...(await checkCdn(config)));
  }
  findings.push(
    await checkFfmpeg(config),
    await checkBackups(config),
    await checkMail(config),
    ...(await checkProxy(config)),
  );
  return findings;
}

const marks = { ok: 'ok   ', note: 'note ', fault: 'FAULT' } as const;

const lineOf = ({ subject, result, says, mend }: Finding): string =>
  `${marks[result]}  ${subject.padEnd(11)}  ${says}${mend === null ? '' : ` ${mend}`}`;
