// One installation and one build at a time in a folder, however many commands are started in it.
import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { codeOf, diskFull, root, say } from './project.mjs';

/** How often an owner touches its lock. */
const touchMs = 1_000;
/** After so long untouched a lock has no owner, whatever stands in it. */
const ownedMs = 15_000;

/**
 * Runs `work` while no other process of this folder does work of the same name. A lock whose owner is gone is taken over: at
 * once where no process has its number, and a little later where another one has, or where none stands in it.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @param {{ folder?: string, unownedAfterMs?: number }} [options]
 * @returns {Promise<T>}
 */
export async function alone(name, work, { folder = join(root, '.cache'), unownedAfterMs = ownedMs } = {}) {
  const file = join(folder, `${name}.lock`);
  mkdirSync(folder, { recursive: true });
  let told = false;
  let seen = { mark: '', at: performance.now() };
  while (!take(file)) {
    const mark = markOf(file);
    if (mark !== seen.mark) seen = { mark, at: performance.now() };
    if (!ownerLives(file) || performance.now() - seen.at >= unownedAfterMs) {
      rmSync(file, { force: true });
      continue;
    }
    if (!told) say(`Waiting for another Duet command in this folder (${name}) …`);
    told = true;
    await wait(250);
  }
  const touching = setInterval(() => touch(file), touchMs).unref();
  const release = () => rmSync(file, { force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    clearInterval(touching);
    process.removeListener('exit', release);
    release();
  }
}

/** @param {string} file */
function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    // The name was there before the bytes had no room.
    rmSync(file, { force: true });
    throw diskFull(error);
  }
}

/** @param {string} file */
function touch(file) {
  try {
    const now = new Date();
    utimesSync(file, now, now);
  } catch {
    // Somebody deleted it, or the disk takes nothing: the work goes on, and at worst another one begins beside it.
  }
}

/**
 * What changes while a lock has an owner.
 * @param {string} file
 */
function markOf(file) {
  const { ino, mtimeMs } = statSync(file, { throwIfNoEntry: false }) ?? { ino: 0, mtimeMs: 0 };
  return `${ino} ${mtimeMs}`;
}

/** @param {string} file */
function ownerLives(file) {
  try {
    const owner = readFileSync(file, 'utf8');
    // Its owner is about to fill it, or had no room for it.
    if (owner === '') return true;
    process.kill(Number(owner), 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}
