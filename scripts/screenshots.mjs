// `npm run screenshots`: takes the reference screenshots of the browser tests anew, all of them, and removes those that no
// stop of a tour has any more. `npm run screenshots -- -g 'the feed'` renews those of some tours that differ from their
// reference. Look at what `git diff` shows before it is committed.
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildWeb } from './build.mjs';
import { run } from './child.mjs';
import { install } from './install.mjs';
import { command, Fault, root, runtime, say, seconds } from './project.mjs';

const folder = join(root, 'e2e', 'screenshots');
const words = process.argv.slice(2);
/** Half of what the comparison lets pass (`threshold` in e2e/harness/screenshot.ts). */
const mostLost = 0.05;

await command(async () => {
  const since = performance.now();
  await install({ dev: true });
  await buildWeb();
  if (words.length === 0) rmSync(folder, { recursive: true, force: true });
  const playwright = join(root, 'node_modules', '@playwright', 'test', 'cli.js');
  const asked = ['--config', 'e2e/playwright.config.ts', '--project=sqlite', '--update-snapshots=changed'];
  const { code } = await run(runtime(), [playwright, 'test', 'walk.spec', ...asked, ...words], {
    show: (text) => process.stdout.write(text),
  });
  const names = readdirSync(folder).filter((name) => name.endsWith('.png'));
  let bytes = 0;
  for (const name of names) bytes += await shrink(join(folder, name));
  say(`${names.length} pictures, ${(bytes / 1e6).toFixed(1)} MB, in ${seconds(since)}.`);
  if (code !== 0) throw new Fault('Something else was found; see above.');
});

/**
 * To 256 colours, which is a third of the size, where that loses little. A picture that has them already stays as it is.
 * @param {string} file
 * @returns {Promise<number>} its bytes
 */
async function shrink(file) {
  // Here, because on a fresh clone it is installed above.
  const { default: sharp } = await import('sharp');
  const content = readFileSync(file);
  const { isPalette } = await sharp(content).metadata();
  if (isPalette) return content.length;
  const whole = sharp(content).removeAlpha();
  const small = await whole
    .clone()
    .png({ palette: true, colours: 256, dither: 0, effort: 10, compressionLevel: 9 })
    .toBuffer();
  const [before, after] = await Promise.all([whole.clone(), sharp(small)].map((one) => one.raw().toBuffer()));
  if (before && after && difference(before, after) < mostLost) writeFileSync(file, small);
  return statSync(file).size;
}

/**
 * The largest difference of two pixels at the same place, 0 to 1, as the comparison of screenshots measures it: weighed by
 * what an eye sees (Kotsarenko and Ramos, "Measuring perceived color difference using YIQ", 2010).
 * @param {Uint8Array} one three bytes a pixel
 * @param {Uint8Array} other
 */
function difference(one, other) {
  let most = 0;
  for (let n = 0; n < one.length; n += 3) {
    const less = (/** @type {number} */ at) => Number(one[n + at]) - Number(other[n + at]);
    const [r, g, b] = [less(0), less(1), less(2)];
    const y = r * 0.29889531 + g * 0.58662247 + b * 0.11448223;
    const i = r * 0.59597799 - g * 0.2741761 - b * 0.32180189;
    const q = r * 0.21147017 - g * 0.52261711 + b * 0.31114694;
    most = Math.max(most, 0.5053 * y * y + 0.299 * i * i + 0.1957 * q * q);
  }
  return Math.sqrt(most / 35_215);
}
