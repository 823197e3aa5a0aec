import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryDir } from '../../../test/temporary-dir.ts';
import { lockDataDir } from '../data-lock.ts';
import { loadSecrets, prepareDataDir, secretsFile } from './file.ts';

let dir: ReturnType<typeof temporaryDir>;
const mask = process.umask();
beforeEach(() => {
  dir = temporaryDir();
});
afterEach(() => {
  process.umask(mask);
  dir[Symbol.dispose]();
});

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe('secrets', () => {
  it('are made once, different on every site, for the owner alone', () => {
    const first = loadSecrets(dir.path);
    expect(loadSecrets(dir.path)).toEqual(first);
    expect(modeOf(secretsFile(dir.path))).toBe('600');
    expect(readdirSync(dir.path)).toEqual(['secrets.json']);
    expect(new Set(Object.values(first)).size).toBe(4);
    for (const key of [first.mediaKey, first.pepper, first.visitorKey, first.pushKey]) {
      expect(Buffer.from(key, 'base64url')).toHaveLength(32);
    }
    using other = temporaryDir();
    expect(loadSecrets(other.path).mediaKey).not.toBe(first.mediaKey);
  });

  it('are made although one of the same process id died while it made them, as in a container', () => {
    writeFileSync(`${secretsFile(dir.path)}.${process.pid}`, '{"half"', { mode: 0o600 });
    expect(loadSecrets(dir.path)).toEqual(loadSecrets(dir.path));
  });

  it('of a site from before there were notifications get a key for them, and keep the rest', () => {
    const { pushKey, ...before } = loadSecrets(dir.path);
    writeFileSync(secretsFile(dir.path), JSON.stringify(before), { mode: 0o600 });
    const after = loadSecrets(dir.path);
    expect(after).toEqual({ ...before, pushKey: expect.stringMatching(/^[\w-]{43}$/) });
    expect(after.pushKey).not.toBe(pushKey);
    expect(loadSecrets(dir.path)).toEqual(after);
    expect(modeOf(secretsFile(dir.path))).toBe('600');
    expect(readdirSync(dir.path)).toEqual(['secrets.json']);
  });

  it.each([[0o640], [0o604], [0o660], [0o644]])('that others can read (%i) stop the start', (mode) => {
    loadSecrets(dir.path);
    chmodSync(secretsFile(dir.path), mode);
    expect(() => loadSecrets(dir.path)).toThrow(/can be read by other users .* chmod 600/);
  });

  it.each([[''], ['{}'], ['{"mediaKey":"short"}']])(
    'that are damaged (%s) stop the start and stay as they are',
    (text) => {
      writeFileSync(secretsFile(dir.path), text, { mode: 0o600 });
      expect(() => loadSecrets(dir.path)).toThrow(/damaged/);
      expect(readFileSync(secretsFile(dir.path), 'utf8')).toBe(text);
    },
  );
});

describe('the data folder', () => {
  it('is closed to others, and so is what is made in it later', () => {
    const path = join(dir.path, 'a', 'data');
    prepareDataDir(path);
    expect(modeOf(path)).toBe('700');
    chmodSync(path, 0o755);
    prepareDataDir(path);
    expect(modeOf(path)).toBe('700');
    writeFileSync(join(path, 'x'), '');
    expect(modeOf(join(path, 'x'))).toBe('600');
  });

  it('takes one server at a time', () => {
    const lock = lockDataDir(dir.path);
    expect(() => lockDataDir(dir.path)).toThrow(`Another Duet server uses the data folder ${dir.path}.`);
    lock[Symbol.dispose]();
    lockDataDir(dir.path)[Symbol.dispose]();
  });

  it('is free again when the server that had it was killed', async () => {
    const program = `
      import { lockDataDir } from ${JSON.stringify(new URL('../data-lock.ts', import.meta.url).href)};
      globalThis.lock = lockDataDir(process.argv[1]);
      process.stdout.write('locked');
      setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program, dir.path]);
    await once(child.stdout, 'data');
    expect(() => lockDataDir(dir.path)).toThrow(/Another Duet server/);
    child.kill('SIGKILL');
    await once(child, 'exit');
    lockDataDir(dir.path)[Symbol.dispose]();
  });
});
