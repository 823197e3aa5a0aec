import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { run } from '../../scripts/child.mjs';
import { root, runtime } from '../../scripts/project.mjs';

/** Which build of the web app the next start of a server serves. */
export type Build =
  | 'former'
  /** The update as `npm start` leaves it: with the parts of the former build. */
  | 'next'
  /** The update long after: without them. */
  | 'nextAlone';

/** A copy of the project with a build of the web app, and with the build after a change of its sources. */
export interface TwoBuilds {
  readonly folder: string;
  serve(build: Build): Promise<void>;
  dispose(): Promise<void>;
}

/** What is not of the project's own, or is made of it. */
const notCopied = new Set(['node_modules', 'dist', 'android', 'ios', '.cache']);
const copied = [
  'contract',
  'scripts',
  'server',
  'web',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
];
const inPart = 'web/src/i18n/en/composer.ts';

/** Changes a text of the app in the copy, and builds it as the next `npm start` would. `says` is what it says then. */
export async function twoBuilds(text: string, says: string): Promise<TwoBuilds> {
  const folder = await mkdtemp(join(tmpdir(), 'duet-builds-'));
  const dispose = () => rm(folder, { recursive: true, force: true });
  const dist = join(folder, 'web/dist');
  try {
    await copyProject(folder);
    await cp(dist, join(folder, 'former'), { recursive: true });
    await changeText(join(folder, inPart), text, says);
    const since = Date.now();
    await build(folder);
    await cp(dist, join(folder, 'next'), { recursive: true, preserveTimestamps: true });
    await cp(dist, join(folder, 'nextAlone'), { recursive: true });
    await removeOlder(join(folder, 'next/assets'), since, join(folder, 'nextAlone/assets'));
  } catch (error) {
    await dispose();
    throw error;
  }
  return {
    folder,
    dispose,
    async serve(which) {
      await rm(dist, { recursive: true, force: true });
      await symlink(join(folder, which), dist);
    },
  };
}

async function copyProject(folder: string): Promise<void> {
  const filter = (source: string) => !notCopied.has(basename(source));
  for (const name of copied) {
    await cp(join(root, name), join(folder, name), { recursive: true, preserveTimestamps: true, filter });
  }
  await cp(join(root, 'web/dist'), join(folder, 'web/dist'), { recursive: true, preserveTimestamps: true });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  const packages = join(root, 'web/node_modules');
  await mkdir(join(folder, 'web/node_modules'));
  // Where all packages fit into the common folder, there is none.
  for (const name of existsSync(packages) ? await readdir(packages) : []) {
    await symlink(join(packages, name), join(folder, 'web/node_modules', name));
  }
}

async function changeText(file: string, text: string, says: string): Promise<void> {
  const before = await readFile(file, 'utf8');
  if (!before.includes(text)) throw new Error(`${file} does not say '${text}'.`);
  await writeFile(file, before.replace(text, says));
}

async function build(folder: string): Promise<void> {
  const script = JSON.stringify(join(folder, 'scripts/build.mjs'));
  const { code, output } = await run(runtime(), ['-e', `import(${script}).then((m) => m.buildWeb())`], {
    folder,
  });
  if (code !== 0) throw new Error(`The second build failed:\n${output}`);
}

/** Removes from `target` what is older in `assets`: the parts of the former build. */
async function removeOlder(assets: string, since: number, target: string): Promise<void> {
  for (const name of await readdir(assets)) {
    if ((await stat(join(assets, name))).mtimeMs < since) await rm(join(target, name));
  }
}
