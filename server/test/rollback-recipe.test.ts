import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryDir } from './temporary-dir.ts';

const guide = readFileSync(new URL('../../docs/upgrade.md', import.meta.url), 'utf8');

/** The commands by which a database goes back to what it was before an update, as docs/upgrade.md has them. */
function recipe(): string {
  const section = guide.split('\n## ').find((part) => part.startsWith('Back to the version before'));
  const blocks = [...(section ?? '').matchAll(/```sh\n(.+?)```/gs)].map(([, commands = '']) => commands);
  const [commands = '', ...others] = blocks.filter((block) => block.includes('duet.db.before-update'));
  expect([commands.includes('/var/lib/duet/data'), others]).toEqual([true, []]);
  return commands;
}

/** A machine where a service named duet is stopped and started by nothing, and each look at the time finds a later one. */
function machine(folder: string) {
  const data = join(folder, 'data');
  const programs = join(folder, 'programs');
  for (const made of [data, programs]) mkdirSync(made);
  const program = (name: string, commands: string) => {
    writeFileSync(join(programs, name), `#!/bin/sh\n${commands}\n`);
    chmodSync(join(programs, name), 0o700);
  };
  program('systemctl', `echo "$1" >> ${join(folder, 'systemctl')}`);
  program('date', `echo x >> ${join(folder, 'date')}; wc -l < ${join(folder, 'date')} | tr -d ' '`);
  const write = (name: string, text: string) => writeFileSync(join(data, name), text);
  return {
    data,
    program,
    write,
    read: (...path: string[]) => readFileSync(join(folder, ...path), 'utf8'),
    kept: () => readdirSync(folder).filter((name) => name.startsWith('given-up')),
    run: () =>
      spawnSync('sh', ['-c', recipe().replaceAll('/var/lib/duet/data', data)], {
        env: { PATH: `${programs}${delimiter}/usr/bin${delimiter}/bin` },
        encoding: 'utf8',
      }),
  };
}

it('going back to the version before keeps what is given up, each time that it is done', () => {
  using dir = temporaryDir();
  const { data, kept, read, run, write } = machine(dir.path);
  write('duet.db.before-update', 'before');
  write('duet.db', 'newer 1');
  write('duet.db-wal', 'newer 1, the last minute');
  expect(run()).toMatchObject({ status: 0, stderr: '' });
  expect([read('data', 'duet.db'), existsSync(join(data, 'duet.db-wal'))]).toEqual(['before', false]);
  write('duet.db', 'newer 2');
  expect(run()).toMatchObject({ status: 0, stderr: '' });
  expect(read('data', 'duet.db')).toBe('before');
  expect(kept().map((name) => read(name, 'duet.db'))).toEqual(['newer 1', 'newer 2']);
  expect(read(kept()[0] ?? '', 'duet.db-wal')).toBe('newer 1, the last minute');
  expect(read('systemctl').trim().split('\n')).toEqual(['stop', 'start', 'stop', 'start']);
});

it.each([
  ['there is no copy', (site: ReturnType<typeof machine>) => site.write('other', '')],
  [
    'the disk has no room for the copy',
    (site: ReturnType<typeof machine>) => {
      site.write('duet.db.before-update', 'before');
      site.program('cp', 'exit 1');
    },
  ],
])('going back changes nothing, and starts nothing, where %s', (_, prepare) => {
  using dir = temporaryDir();
  const site = machine(dir.path);
  prepare(site);
  site.write('duet.db', 'newer');
  expect(site.run().status).not.toBe(0);
  expect([site.read('data', 'duet.db'), site.read('systemctl').trim()]).toEqual(['newer', 'stop']);
});
