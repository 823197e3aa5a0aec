// One installation and one build at a time in a folder, however many commands are started in it.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { root, say } from './project.mjs';

/**
 * Runs `work` while no other process of this folder does work of the same name. A lock whose owner is gone is taken over.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function alone(name, work) {
  const folder = join(root, '.cache');
  const file = join(folder, `${name}.lock`);
  mkdirSync(folder, { recursive: true });
  let told = false;
  while (!take(file)) {
    if (!ownerLives(file)) {
      rmSync(file, { force: true });
      continue;
    }
    if (!told) say(`Waiting for another Duet command in this folder (${name}) …`);
    told = true;
    await wait(250);
  }
  const release = () => rmSync(file, { force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
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
    if (codeOf(error) !== 'EEXIST') throw error;
    return false;
  }
}

/** @param {string} file */
function ownerLives(file) {
  try {
    const owner = readFileSync(file, 'utf8');
    // Written a moment ago and still empty: its owner is about to fill it.
    if (owner === '') return true;
    process.kill(Number(owner), 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
