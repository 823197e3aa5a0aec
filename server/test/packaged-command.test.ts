import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { temporaryDir } from './temporary-dir.ts';

const script = readFileSync(new URL('../../deploy/duet', import.meta.url), 'utf8');

let dir: ReturnType<typeof temporaryDir>;
beforeEach(() => {
  dir = temporaryDir();
});
afterEach(() => dir[Symbol.dispose]());

/** Runs `deploy/duet` by the machine's `sh`, as its first line has it run, on settings of its own; a program in the place of setpriv answers what it was called with. */
function duet(settings: string, ...words: string[]) {
  const [file, setpriv, cwd] = ['duet.env', 'setpriv', 'here'].map((name) => join(dir.path, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(file, settings);
  mkdirSync(cwd, { recursive: true });
  const answer = '({ env: process.env, words: process.argv.slice(2), cwd: process.cwd() })';
  writeFileSync(setpriv, `#!${process.execPath}\nprocess.stdout.write(JSON.stringify(${answer}));\n`);
  chmodSync(setpriv, 0o700);
  const { status, stdout, stderr } = spawnSync(
    'sh',
    ['-c', script.replace('/etc/duet.env', file), 'duet', ...words],
    { cwd, env: { PATH: `${dir.path}:/usr/bin:/bin` }, encoding: 'utf8' },
  );
  const called = JSON.parse(stdout || '{}');
  return { status, errors: stderr, env: called.env, words: called.words, isHere: called.cwd === cwd };
}

it('takes the settings as systemd gives them to the service, and runs none of them', () => {
  const ran = join(dir.path, 'ran');
  const { status, errors, env } = duet(
    [
      '# A comment; and another kind:',
      '; one',
      '',
      'DUET_MAIL_FROM=Ana & Radu <duet@example.org>',
      'DUET_DATABASE_URL=postgres://duet:a$b@db/duet?sslmode=verify-full&sslrootcert=/etc/ca.pem',
      `DUET_PUBLIC_URL=https://duet.example.org; touch ${ran}`,
      `DUET_LOG_LEVEL=$(touch ${ran})\`touch ${ran}\``,
      '  DUET_HOST="::1"  ',
      "DUET_SMTP_URL='smtp://a:b\\c@mail'",
      'DUET_SECRET_KEY="a \\"b\\" \\\\ \\c"',
      'DUET_S3_BUCKET=a\\ b',
      'DUET_PORT=3180\r',
      'TZ=Europe/Bucharest',
      'DUET_TRUST_PROXY=127.0.0.1',
    ].join('\n'),
  );
  expect([status, errors]).toEqual([0, '']);
  expect(env).toMatchObject({
    DUET_DATA_DIR: '/var/lib/duet/data',
    DUET_MAIL_FROM: 'Ana & Radu <duet@example.org>',
    DUET_DATABASE_URL: 'postgres://duet:a$b@db/duet?sslmode=verify-full&sslrootcert=/etc/ca.pem',
    DUET_PUBLIC_URL: `https://duet.example.org; touch ${ran}`,
    DUET_LOG_LEVEL: `$(touch ${ran})\`touch ${ran}\``,
    DUET_HOST: '::1',
    DUET_SMTP_URL: 'smtp://a:b\\c@mail',
    DUET_SECRET_KEY: 'a "b" \\ \\c',
    DUET_S3_BUCKET: 'a b',
    DUET_PORT: '3180',
    TZ: 'Europe/Bucharest',
    DUET_TRUST_PROXY: '127.0.0.1',
  });
  expect(() => readFileSync(ran)).toThrow('ENOENT');
});

it('takes relative words from where it is run, and relative settings from where the service runs', () => {
  const settings = [
    'DUET_BACKUP_DIR=backups',
    'DUET_BACKUP_TO=s3://backups/home',
    'DUET_BACKUP_PASSPHRASE_FILE=/etc/duet/passphrase',
    'DUET_DATA_DIR=',
  ];
  const { env, words, isHere } = duet(settings.join('\n'), 'backup', '--to', './a folder');
  expect(isHere).toBe(true);
  expect(words.slice(-3)).toEqual(['backup', '--to', './a folder']);
  expect(env).toMatchObject({
    DUET_BACKUP_DIR: '/var/lib/duet/backups',
    DUET_BACKUP_TO: 's3://backups/home',
    DUET_BACKUP_PASSPHRASE_FILE: '/etc/duet/passphrase',
    DUET_DATA_DIR: '/var/lib/duet/data',
  });
});

it('names a line that is no setting, without its value, and goes on', () => {
  const { status, errors, env } = duet('export DUET_SECRET_KEY=secret\nDUET_PORT=3181\n');
  expect([status, env.DUET_PORT]).toEqual([0, '3181']);
  expect(errors).toContain('is not NAME=value and is ignored: export DUET_SECRET_KEY');
  expect(errors).not.toContain('=secret');
});

it('runs nothing where the settings cannot be read', () => {
  const { status, stdout, stderr } = spawnSync(
    'sh',
    ['-c', script.replace('/etc/duet.env', join(dir.path, 'none'))],
    { encoding: 'utf8' },
  );
  expect([status, stdout, stderr]).toEqual([1, '', expect.stringContaining('Run this as root')]);
});
