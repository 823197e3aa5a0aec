// Brings node_modules to what package-lock.json says, and does nothing when it is there already.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './child.mjs';
import { alone } from './lock.mjs';
import { Fault, root, runtime, say, seconds } from './project.mjs';

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
    writeStamp(dev);
  });
}

/** @param {{ dev: boolean }} wanted */
function stampSays(wanted) {
  if (!existsSync(stampFile) || !existsSync(installedFile)) return false;
  const stamp = JSON.parse(readFileSync(stampFile, 'utf8'));
  return stamp.lock === lockHash() && stamp.installed === installedMark() && (stamp.dev || !wanted.dev);
}

/** @param {boolean} dev */
function writeStamp(dev) {
  writeFileSync(stampFile, JSON.stringify({ lock: lockHash(), installed: installedMark(), dev }));
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
  const installed = packagesOf(installedFile);
  const missing = Object.entries(packagesOf(lockFile)).filter(
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

/**
 * @param {string} file
 * @returns {Packages}
 */
function packagesOf(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}

/** @param {boolean} dev */
async function bringIn(dev) {
  const since = performance.now();
  say(
    dev
      ? 'Installing packages and test tools (about a minute) …'
      : 'Installing packages (about half a minute) …',
  );
  // Not `npm ci`: it empties node_modules first, under a server that may be running from it, and it refuses a registry
  // that does not carry every other machine's optional packages. The lock binds here as well, and is compared after.
  await npm(['install', '--no-save', dev ? '--include=dev' : '--omit=dev']);
  const { complete, completeForRunning } = compare();
  if (!(dev ? complete : completeForRunning)) {
    throw new Fault(
      'npm did not install what package-lock.json says. Delete node_modules and run the same command again.',
    );
  }
  say(`Packages are ready (${seconds(since)}).`);
}

/** @param {string[]} words */
async function npm(words) {
  const retries = ['--fetch-retries=3', '--fetch-retry-mintimeout=2000', '--fetch-retry-maxtimeout=15000'];
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error', '--no-progress'];
  const path = process.env.npm_execpath ?? '';
  const all = [...words, ...retries, ...quiet];
  const ended = path.endsWith('.js') ? run(process.execPath, [path, ...all]) : run('npm', all);
  const { code, output } = await ended.catch(() => {
    throw new Fault('npm was not found. Install Node 20 or newer together with npm.');
  });
  if (code !== 0) throw new Fault(reason(output));
}

/**
 * One line for what npm reported.
 * @param {string} output
 */
function reason(output) {
  if (/ENOSPC|EDQUOT/.test(output)) {
    return 'The disk is full: Duet needs about 1 GB for its packages. Make room and run the same command again.';
  }
  if (
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|SOCKET_TIMEOUT/.test(
      output,
    )
  ) {
    return 'The npm registry cannot be reached, so packages cannot be installed. Check the network and run the same command again.';
  }
  if (/EACCES|EPERM|EROFS/.test(output)) {
    return `Packages cannot be written to ${modules}. Give yourself the right to write there and run the same command again.`;
  }
  const last = output
    .split('\n')
    .filter((line) => /^npm (error|ERR!)/.test(line) && !/log of this run/.test(line));
  return `npm could not install the packages: ${
    last
      .slice(0, 3)
      .join(' ')
      .replaceAll(/npm (error|ERR!) ?/g, '') || 'no reason given'
  }`;
}
