// A folder for what tests write and throw away, in memory where the machine has some to spare: a write that waits for a disk
// to confirm it costs a millisecond there, and the tests make tens of thousands.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

/** Memory as a folder, on every Linux; containers may have little of it. */
const memory = '/dev/shm';
const prefix = 'duet-tests-';
const GiB = 1024 ** 3;
/** The tests keep a few hundred MB at a time. Beside the folder, browsers and servers need memory of their own. */
const least = { folder: 2 * GiB, free: 4 * GiB };

/**
 * The environment variables by which this process and those that it starts write their temporary files to memory; none where
 * the machine has not enough of it. The folder goes when this process ends.
 * @returns {Record<string, string>}
 */
export function memoryFolder() {
  try {
    removeOrphans();
    const { bavail, bsize } = statfsSync(memory);
    if (bavail * bsize < least.folder || freemem() < least.free) return {};
    const folder = join(memory, `${prefix}${process.pid}`);
    mkdirSync(folder);
    // A server that was told to stop may still be about to.
    process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
    // PostgreSQL runs under another account.
    chmodSync(folder, 0o755);
    return runsPrograms(folder) ? { TMPDIR: folder } : {};
  } catch {
    return {};
  }
}

/** What runs that were killed have left, which would else take memory until the machine is started again. */
function removeOrphans() {
  for (const name of readdirSync(memory)) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length)) : 0;
    if (pid && !isRunning(pid)) rmSync(join(memory, name), { recursive: true, force: true });
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * Containers often mount the folder so that nothing in it can be run; some tests write a program and run it.
 * @param {string} folder
 */
function runsPrograms(folder) {
  const program = join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
  const { status } = spawnSync(program);
  rmSync(program);
  return status === 0;
}
