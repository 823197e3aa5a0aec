import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { alone } from '../scripts/lock.mjs';
import { readStamp, writeStamp } from '../scripts/stamp.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'duet-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const lock = () => join(folder, 'build.lock');
const unownedAfterMs = 2_000;

describe('the lock of an installation or a build', () => {
  it.each([
    ['a full disk left empty', ''],
    ['names this process, whose number another one had before', String(process.pid)],
    ['names another process, which knows nothing of it', String(process.ppid)],
  ])(
    'that %s is taken over',
    async (_, owner) => {
      writeFileSync(lock(), owner);
      expect(await alone('build', async () => 'done', { folder, unownedAfterMs })).toBe('done');
      expect(existsSync(lock())).toBe(false);
    },
    30_000,
  );

  it('of a process that has ended is taken over at once', async () => {
    const { pid } = spawnSync(process.execPath, ['--version']);
    writeFileSync(lock(), String(pid));
    // The test would end before the other reason to take it over.
    expect(await alone('build', async () => 'done', { folder, unownedAfterMs: 600_000 })).toBe('done');
  });

  it('is kept for as long as its owner works, however long that is', async () => {
    const unowned = { folder, unownedAfterMs: 4_000 };
    const begun: string[] = [];
    const ended: string[] = [];
    const work = (name: string, ms: number) => async () => {
      begun.push(name);
      await wait(ms);
      ended.push(name);
    };
    const first = alone('build', work('first', 6_000), unowned);
    const second = alone('build', work('second', 0), unowned);
    await second;
    expect([begun, ended]).toEqual([
      ['first', 'second'],
      ['first', 'second'],
    ]);
    await first;
  }, 30_000);
});

describe('a stamp', () => {
  it('that a power cut left in part, or empty, says nothing', () => {
    const file = join(folder, 'stamp.json');
    writeStamp(file, { lock: 'a', dev: true });
    expect(readStamp(file)).toEqual({ lock: 'a', dev: true });
    for (const part of [readFileSync(file, 'utf8').slice(0, 7), '', 'null']) {
      writeFileSync(file, part);
      expect(readStamp(file)).toEqual({});
    }
    rmSync(file);
    expect(readStamp(file)).toEqual({});
  });
});
