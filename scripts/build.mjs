// Builds the web app when its sources changed since the last build.
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { join } from 'node:path';
import { run } from './child.mjs';
import { alone } from './lock.mjs';
import { Fault, root, runtime, say, seconds } from './project.mjs';
import { readStamp, writeStamp } from './stamp.mjs';

const output = join(root, 'web', 'dist');
const stampFile = join(output, '.build-stamp');
const sources = ['web', 'contract/src', 'contract/package.json', 'package-lock.json'];
/** Folders of web/ that do not become part of the app. */
const outside = new Set(['node_modules', 'dist', 'android', 'ios', 'test']);

/** Builds web/dist unless it is that of the sources as they are. */
export async function buildWeb() {
  if (isFresh()) return;
  await alone('build', async () => {
    if (isFresh()) return;
    const since = performance.now();
    say('Building the web app (about ten seconds) …');
    const stamp = { quick: quickMark(), content: contentMark() };
    const staging = join(root, '.cache', 'web-build');
    await vite(staging);
    writeStamp(join(staging, '.build-stamp'), stamp);
    swap(staging);
    say(`The web app is built (${seconds(since)}).`);
  });
}

/**
 * Puts the new build in the former one's place, once it is whole.
 * @param {string} staging
 */
function swap(staging) {
  const former = join(root, '.cache', 'web-former');
  rmSync(former, { recursive: true, force: true });
  if (existsSync(output)) {
    carryOver(join(output, 'assets'), join(staging, 'assets'));
    renameSync(output, former);
  }
  renameSync(staging, output);
  rmSync(former, { recursive: true, force: true });
}

/**
 * A page that was opened before an update asks for parts of the build that it came from: they stay for a week. Their
 * names carry their content's hash, so none is in another's way.
 * @param {string} from
 * @param {string} to
 */
function carryOver(from, to) {
  if (!existsSync(from)) return;
  for (const name of readdirSync(from)) {
    const file = join(from, name);
    const { atime, mtime } = statSync(file);
    if (existsSync(join(to, name)) || Date.now() - mtime.getTime() > keptForMs) continue;
    copyFileSync(file, join(to, name));
    utimesSync(join(to, name), atime, mtime);
  }
}

const keptForMs = 7 * 24 * 60 * 60 * 1000;

function isFresh() {
  const stamp = readStamp(stampFile);
  const quick = quickMark();
  if (stamp.quick === quick) return true;
  // Touched or checked out anew: what counts is what the files say.
  if (stamp.content !== contentMark()) return false;
  writeStamp(stampFile, { quick, content: stamp.content });
  return true;
}

/** Names, sizes and times of the sources: cheap enough for every start. */
function quickMark() {
  return digest((file) => {
    const { size, mtimeMs } = statSync(join(root, file));
    return `${size} ${mtimeMs}`;
  });
}

function contentMark() {
  return digest((file) => readFileSync(join(root, file)));
}

/** @param {(file: string) => string | Buffer} mark */
function digest(mark) {
  const hash = createHash('sha256').update(buildSettings());
  for (const file of sources.flatMap(filesOf)) hash.update(`\n${file}\n`).update(mark(file));
  return hash.digest('hex');
}

/** The variables that Vite builds into the app. */
function buildSettings() {
  return JSON.stringify(
    Object.entries(process.env)
      .filter(([name]) => name.startsWith('VITE_'))
      .sort(),
  );
}

/**
 * The files below a path, in a fixed order; tests do not change the app.
 * @param {string} path
 * @returns {string[]}
 */
function filesOf(path) {
  if (!existsSync(join(root, path))) return [];
  if (statSync(join(root, path)).isFile()) return [path];
  return readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => (entry.isDirectory() ? !outside.has(entry.name) : !/\.test\.tsx?$/.test(entry.name)))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesOf(join(path, entry.name)) : [join(path, entry.name)]));
}

/**
 * Builds the web app into a folder, with more settings than those of the environment.
 * @param {string} staging
 * @param {Record<string, string>} [more]
 */
export async function vite(staging, more = {}) {
  mkdirSync(staging, { recursive: true });
  const program = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const words = [program, 'build', '--outDir', staging, '--emptyOutDir', '--logLevel', 'warn'];
  const settings = {
    ...more,
    NODE_ENV: 'production',
    ...(process.stderr.isTTY ? {} : { NO_COLOR: '1', FORCE_COLOR: '0' }),
  };
  const { code, output } = await run(runtime(), words, { folder: join(root, 'web'), settings });
  if (code === 0) return;
  if (/ENOSPC|EDQUOT/.test(output)) {
    throw new Fault(
      'The disk is full: the web app cannot be built. Make room and run the same command again.',
    );
  }
  process.stderr.write(output);
  throw new Fault('The web app could not be built; the reason stands above.');
}
