// Where things are, and how a script of this folder speaks and gives up. Runs on Node 20 with nothing installed.
import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const oldestNode = 20;
const runtimeNode = 24;

/** A fault with a sentence for the person at the terminal; printed in one line, without a stack. */
export class Fault extends Error {}

/** @param {unknown} error */
export function codeOf(error) {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/**
 * What to throw for a write that failed: a `Fault` where the disk has no room, else the error itself.
 * @param {unknown} error
 */
export function diskFull(error) {
  if (codeOf(error) !== 'ENOSPC' && codeOf(error) !== 'EDQUOT') return error;
  return new Fault('The disk is full. Make room and run the same command again.');
}

/** @param {string} line */
export function say(line) {
  process.stdout.write(`${line}\n`);
}

/** @param {number} since milliseconds, of `performance.now()` */
export function seconds(since) {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}

/**
 * The Node 24 that came with the packages; the running one where it is new enough and the package has none for the machine.
 * Installed as a package itself, Duet finds it beside or within its own folder.
 */
export function runtime() {
  const file = process.platform === 'win32' ? 'node.exe' : 'node';
  for (const modules of [join(root, 'node_modules'), dirname(root)]) {
    const packaged = join(modules, 'node', 'bin', file);
    if (existsSync(packaged)) return packaged;
  }
  if (majorVersion() >= runtimeNode) return process.execPath;
  throw new Fault(
    `Node ${runtimeNode} is missing from node_modules. Delete node_modules and run the same command again.`,
  );
}

/**
 * The environment of a child: its `node`, and the tools of the project, are those in node_modules. Node keeps there
 * what it compiled, without the types: a server starts in half the time, and so does each of its threads.
 */
export function environment(more = {}) {
  return {
    NODE_COMPILE_CACHE: join(root, '.cache', 'compiled'),
    ...process.env,
    PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH ?? ''}`,
    ...more,
  };
}

/**
 * Words for the Node that a server runs on, and variables of its environment, by which it gives back the memory of a peak
 * (docs/performance.md, Memory). By itself V8 gives young objects up to 96 MB and old ones some 200 MB before it looks for
 * the first time which of them are still used, and then lets them grow to several times what is used; pages that a collection
 * has emptied it keeps, unless it is asked for them (`server/src/platform/release-memory.ts`). The allocator of glibc raises
 * the size from which memory goes back to the system whenever a large block is freed, to 64 MB, unless it is set; and it gives
 * threads heaps of their own, whose free parts no other thread gets.
 */
export const serverProcess = {
  flags: /** @type {const} */ ([
    '--max-semi-space-size=4',
    '--initial-old-space-size=48',
    '--heap-growing-percent=50',
    '--expose-gc',
  ]),
  settings: { MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072', MALLOC_ARENA_MAX: '1' },
};

/**
 * Runs a script's work. A `Fault` ends it with its one line and exit code 1.
 * @param {() => Promise<void>} work
 */
export async function command(work) {
  try {
    if (majorVersion() < oldestNode) {
      throw new Fault(
        `Duet needs Node ${oldestNode} or newer to start; this is Node ${process.versions.node}.`,
      );
    }
    await work();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

function majorVersion() {
  return Number(process.versions.node.split('.')[0]);
}
