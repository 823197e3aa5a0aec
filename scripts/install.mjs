// Brings node_modules to what package-lock.json says, and does nothing when it is there already.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './child.mjs';
import { alone } from './lock.mjs';
import { Fault, root, runtime, say, seconds } from './project.mjs';
import { readStamp, writeStamp } from './stamp.mjs';

const lockFile = join(root, 'package-lock.json');
const modules = join(root, 'node_modules');
/** npm's own record of what is in node_modules. */
const installedFile = join(modules, '.package-lock.json');
const stampFile = join(modules, '.duet-install.json');

/**
 * @typedef {{ version?: string, dev?: boolean, optional?: boolean, devOptional?: boolean, link?: boolean }} Entry
 * @typedef {Record<string, Entry>} Packages
 */

/**
 * Installs what is missing. Development packages that are there already stay.
 * @param {{ dev: boolean }} wanted whether the tools for tests and checks are needed too
 */
export async function install(wanted) {
  if (stampSays(wanted)) return;
  await alone('install', async () => {
    const state = compare();
    const dev = wanted.dev || state.hasDev;
    if (!(dev ? state.complete : state.completeForRunning)) await bringIn(dev);
    runtime();
    writeStamp(stampFile, { lock: lockHash(), installed: installedMark(), dev });
  });
}

/** @param {{ dev: boolean }} wanted */
function stampSays(wanted) {
  if (!existsSync(installedFile)) return false;
  const stamp = readStamp(stampFile);
  return stamp.lock === lockHash() && stamp.installed === installedMark() && (stamp.dev || !wanted.dev);
}

function lockHash() {
  return createHash('sha256').update(readFileSync(lockFile)).digest('hex');
}

function installedMark() {
  return statSync(installedFile).mtimeMs;
}

/** What node_modules holds, measured against the lock. */
function compare() {
  if (!existsSync(installedFile)) return { hasDev: false, complete: false, completeForRunning: false };
  /** @type {Packages} */
  const installed = readStamp(installedFile).packages ?? {};
  /** @type {Packages} */
  const wanted = JSON.parse(readFileSync(lockFile, 'utf8')).packages;
  const missing = Object.entries(wanted).filter(
    ([path, entry]) => isRequired(path, entry) && installed[path]?.version !== entry.version,
  );
  return {
    hasDev: Object.values(installed).some((entry) => entry.dev),
    complete: missing.length === 0,
    completeForRunning: missing.every(([, entry]) => entry.dev),
  };
}

/**
 * @param {string} path
 * @param {Entry} entry
 */
function isRequired(path, entry) {
  // Optional packages are those of other machines: only npm knows which of them belong here.
  return path.includes('node_modules/') && !entry.link && !entry.optional && !entry.devOptional;
}

/** @param {boolean} dev */
async function bringIn(dev) {
  const since = performance.now();
  const time = dev ? 'about a minute' : 'about half a minute';
  say(`Installing packages${dev ? ' and test tools' : ''} (${time}) …`);
  if (!existsSync(installedFile) && freeBytes() < neededBytes) throw new Fault(diskFull);
  await reachRegistry();
  // Not `npm ci`, which empties node_modules first, under a server that may be running from it. The lock binds here as
  // well, and is compared after.
  const { code, output } = await npm([
    ...['install', '--no-save', dev ? '--include=dev' : '--omit=dev'],
    ...['--fetch-retries=3', '--fetch-retry-mintimeout=2000', '--fetch-retry-maxtimeout=15000'],
  ]);
  if (code !== 0) throw new Fault(reason(output));
  const { complete, completeForRunning } = compare();
  if (!(dev ? complete : completeForRunning)) {
    throw new Fault('npm did not install what package-lock.json says. Delete node_modules and try again.');
  }
  say(`Packages are ready (${seconds(since)}).`);
}

/** Asks for one package first: without a network npm itself would try for minutes. */
async function reachRegistry() {
  const impatient = ['--fetch-retries=1', '--fetch-retry-mintimeout=1000', '--fetch-timeout=20000'];
  const { code, output } = await npm(['view', 'node', 'name', ...impatient]);
  if (code !== 0) throw new Fault(reason(output));
}

/** @param {string[]} words */
async function npm(words) {
  const all = [...words, '--no-audit', '--no-fund', '--loglevel=error', '--no-progress'];
  const path = process.env.npm_execpath ?? '';
  const ended = path.endsWith('.js') ? run(process.execPath, [path, ...all]) : run('npm', all);
  return ended.catch(() => {
    throw new Fault('npm was not found. Install Node 20 or newer together with npm.');
  });
}

const neededBytes = 800 * 1024 * 1024;
const diskFull = 'The disk is full: Duet needs about 800 MB for its packages. Make room and try again.';

function freeBytes() {
  const { bavail, bsize } = statfsSync(root);
  return bavail * bsize;
}

/**
 * One line for what npm reported.
 * @param {string} output
 */
function reason(output) {
  if (/ENOSPC|EDQUOT|no space left/i.test(output) || freeBytes() < neededBytes / 10) return diskFull;
  if (
    /ENOTFOUND|EAI_AGAIN|ECONN|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|SOCKET_TIMEOUT|FETCH_ERROR/.test(output)
  ) {
    return 'The npm registry cannot be reached, so packages cannot be installed. Check the network and try again.';
  }
  if (/EACCES|EPERM|EROFS/.test(output)) {
    return `Packages cannot be written to ${modules}. Give yourself the right to write there and try again.`;
  }
  const lines = output.match(/^npm (error|ERR!) .+$/gm) ?? [];
  const words = lines.map((line) => line.replace(/^npm (error|ERR!) /, '')).slice(0, 3);
  return `npm could not install the packages: ${words.join(' ') || 'no reason given'}`;
}
