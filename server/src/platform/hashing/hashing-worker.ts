import { type Argon2Parameters, argon2Sync } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';
import { basename } from 'node:path';
import { parentPort } from 'node:worker_threads';

/** What the thread answers: the tag, or why there is none. */
export type Hashed = { readonly tag: Uint8Array } | { readonly fault: string };

// Linux gives each thread a priority of its own: who answers requests goes before who hashes. Elsewhere it stays as it is.
try {
  if (process.platform === 'linux')
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), lowerPriority());
} catch {
  // A system without /proc, or one that does not allow it: hashing is right there too, and only delays others more.
}

parentPort?.on('message', (parameters: Argon2Parameters) => {
  parentPort?.postMessage(hash(parameters));
});

/** Of ten more than the process was given. */
function lowerPriority(): number {
  return Math.min(constants.priority.PRIORITY_LOW, getPriority() + constants.priority.PRIORITY_BELOW_NORMAL);
}

function hash(parameters: Argon2Parameters): Hashed {
  try {
    return { tag: argon2Sync('argon2id', parameters) };
  } catch (error) {
    return { fault: String(error) };
  }
}
