// Notes of what was done already: what an installation or a build was made from. Runs on Node 20 with nothing installed.
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { diskFull } from './project.mjs';

/**
 * What stands in a stamp; an empty object where there is none, or where a power cut left a part of it: what it would have
 * told is then found out anew.
 * @param {string} file
 * @returns {any}
 */
export function readStamp(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) ?? {};
  } catch {
    return {};
  }
}

/**
 * @param {string} file
 * @param {object} stamp
 */
export function writeStamp(file, stamp) {
  const part = `${file}.part`;
  try {
    writeFileSync(part, JSON.stringify(stamp));
    renameSync(part, file);
  } catch (error) {
    rmSync(part, { force: true });
    throw diskFull(error);
  }
}
