// Lays out the package of a built site and packs it. Runs on Node 24, which takes the types out of the sources.
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { run } from './child.mjs';
import { lockOf } from './pack-lock.mjs';
import { command, Fault, root, say } from './project.mjs';

const staging = join(root, '.cache', 'package');
/** The built web app, and where the package is put: the folder that is named, or the project's. */
const [web = join(root, 'web', 'dist'), output = root] = process.argv.slice(2).map((path) => resolve(path));

await command(async () => {
  rmSync(staging, { recursive: true, force: true });
  for (const folder of ['contract/src', 'server/src']) layOutSources(folder);
  cpSync(web, join(staging, 'web', 'dist'), { recursive: true });
  for (const name of ['exec.mjs', 'project.mjs']) copy(`scripts/${name}`);
  for (const name of ['LICENSE', 'CHANGELOG.md', 'docs', 'deploy']) copy(name);
  copy('scripts/packaged.mjs', 'bin/duet.mjs');
  chmodSync(join(staging, 'bin', 'duet.mjs'), 0o755);
  copy('scripts/packaged.md', 'README.md');
  const manifest = manifestOf();
  write('package.json', `${JSON.stringify(manifest, null, 2)}\n`);
  write(
    'npm-shrinkwrap.json',
    `${JSON.stringify(lockOf(manifest, readJson('package-lock.json')), null, 2)}\n`,
  );
  mkdirSync(output, { recursive: true });
  const { code, output: said } = await run(
    'npm',
    ['pack', '--ignore-scripts', '--loglevel=error', '--pack-destination', output],
    {
      folder: staging,
    },
  );
  if (code !== 0) throw new Fault(`npm could not make the package: ${said}`);
  rmSync(staging, { recursive: true, force: true });
  say(`Packed: ${join(output, `duet-${manifest.version}.tgz`)}`);
});

/**
 * Node takes types out of a program's own sources and not of a package's, so that is done here. What stands in the
 * sources about `npm run` is `npx` for whoever has the package.
 * @param {string} folder
 */
function layOutSources(folder) {
  for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
    const file = relative(root, join(entry.parentPath, entry.name));
    if (!entry.isFile() || /\.test\.ts$/.test(file)) continue;
    if (!file.endsWith('.ts')) copy(file);
    else write(file.replace(/\.ts$/, '.js'), javaScriptOf(file));
  }
}

/** @param {string} file */
function javaScriptOf(file) {
  const code = stripTypeScriptTypes(readFileSync(join(root, file), 'utf8'), { mode: 'strip' });
  return code
    .replaceAll(/(['"])(\.{1,2}\/[^'"\n]+)\.ts\1/g, (_all, quote, path) => `${quote}${path}.js${quote}`)
    .replaceAll(/(['"])@duet\/contract\/([\w/-]+)\1/g, (_all, quote, path) => {
      const to = relative(dirname(file), `contract/src/${path}.js`);
      return `${quote}${to.startsWith('.') ? to : `./${to}`}${quote}`;
    })
    .replaceAll('npm run duet -- ', 'npx duet ')
    .replaceAll('npm start', 'npx duet')
    .replaceAll(/[ \t]+$/gm, '');
}

function manifestOf() {
  const { version, description, license, dependencies } = readJson('package.json');
  const server = readJson('server/package.json').dependencies;
  const contract = readJson('contract/package.json').dependencies;
  const all = { ...dependencies, ...server, ...contract };
  delete all['@duet/contract'];
  return {
    name: 'duet',
    version,
    description,
    license,
    type: 'module',
    bin: { duet: 'bin/duet.mjs' },
    engines: { node: '>=20' },
    dependencies: Object.fromEntries(Object.entries(all).sort()),
  };
}

/**
 * @param {string} from
 * @param {string} [to]
 */
function copy(from, to = from) {
  if (!existsSync(join(root, from))) return;
  mkdirSync(dirname(join(staging, to)), { recursive: true });
  cpSync(join(root, from), join(staging, to), { recursive: true });
}

/**
 * @param {string} file
 * @param {string} text
 */
function write(file, text) {
  mkdirSync(dirname(join(staging, file)), { recursive: true });
  writeFileSync(join(staging, file), text);
}

/** @param {string} file */
function readJson(file) {
  return JSON.parse(readFileSync(join(root, file), 'utf8'));
}
