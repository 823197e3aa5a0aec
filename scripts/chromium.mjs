// The Chromium that comes with the packages, unpacked once per version into .cache. It has H.264 and runs as root.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import chromium, { inflate } from '@sparticuz/chromium';
import { root } from './project.mjs';

const require = createRequire(import.meta.url);
const packageFolder = join(root, 'node_modules', '@sparticuz', 'chromium');

/** No graphics processor, no sandbox (it runs as root in a container), nothing that calls out by itself. */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-webgl',
  '--disable-quic',
  '--no-first-run',
  '--no-pings',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-sync',
  '--font-render-hinting=none',
];

/**
 * Where Chromium is, and the environment that it needs. Unpacks it the first time (three seconds).
 * @returns {Promise<{ executablePath: string, env: Record<string, string> }>}
 */
export async function packagedChromium() {
  const { version } = require(join(packageFolder, 'package.json'));
  const folder = join(root, '.cache', `chromium-${version}`);
  if (!existsSync(folder)) await unpack(folder);
  const executablePath = join(folder, 'chromium');
  const env = { FONTCONFIG_PATH: writeFontSettings(folder) };
  return {
    executablePath,
    env: lacksLibraries(executablePath) ? { ...env, LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') } : env,
  };
}

/**
 * Beside the final name first: several processes may unpack at once, and none may run half a file.
 * @param {string} folder
 */
async function unpack(folder) {
  const staging = `${folder}.${process.pid}`;
  rmSync(staging, { recursive: true, force: true });
  mkdirSync(staging, { recursive: true });
  // The package unpacks to the system's folder for temporary files, whatever that is at the moment.
  const former = process.env.TMPDIR;
  process.env.TMPDIR = staging;
  try {
    await chromium.executablePath();
    await inflate(join(packageFolder, 'bin', 'al2023.tar.br'));
  } finally {
    if (former === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = former;
  }
  try {
    renameSync(staging, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
    rmSync(staging, { recursive: true, force: true });
  }
}

/**
 * The same font on every machine, also where none is installed.
 * @param {string} folder
 */
function writeFontSettings(folder) {
  const fonts = join(folder, 'fonts');
  const lines = [`<dir>${join(fonts, 'fonts')}</dir>`, `<cachedir>${join(fonts, 'cache')}</cachedir>`];
  writeFileSync(
    join(fonts, 'fonts.conf'),
    `<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "fonts.dtd">\n<fontconfig>${lines.join('')}</fontconfig>\n`,
  );
  return fonts;
}

/**
 * Whether the machine has no NSS; the package brings one.
 * @param {string} file
 */
function lacksLibraries(file) {
  return /not found/.test(spawnSync('ldd', [file], { encoding: 'utf8' }).stdout ?? '');
}
