// `npm run sbom`: writes what a site runs on, package by package with version, licence and checksum, as a bill of materials in
// CycloneDX 1.5 (duet-<version>.cdx.json), from the lock file alone. `npm run sbom -- FILE` chooses the file.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { run } from './child.mjs';
import { command, Fault, root, say } from './project.mjs';

const words = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--loglevel=error'];

/**
 * @typedef {object} Component
 * @property {string} bom-ref
 * @property {string} name
 * @property {string} version
 * @property {{ alg: string, content: string }[]} [hashes]
 *
 * @typedef {object} Locked
 * @property {string} [version]
 * @property {string} [integrity]
 * @property {boolean} [dev]
 */

await command(async () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const file = resolve(process.argv[2] ?? `duet-${version}.cdx.json`);
  const { code, output } = await run('npm', words);
  const [, text] = /^(\{[\s\S]*\})\s*$/m.exec(output) ?? [];
  if (code !== 0 || !text) throw new Fault(`npm made no bill of materials:\n${output}`);
  const bill = JSON.parse(text);
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  // npm names it after the folder of the checkout.
  bill.metadata.component.name = 'duet';
  // `--omit=dev` leaves out also what packages for running and for tests have in common.
  bill.components = bill.components.filter((/** @type {Component} */ each) => !lockedOf(each, packages)?.dev);
  const kept = new Set(bill.components.map((/** @type {Component} */ each) => each['bom-ref']));
  kept.add(bill.metadata.component['bom-ref']);
  bill.dependencies = bill.dependencies
    .filter((/** @type {{ ref: string }} */ { ref }) => kept.has(ref))
    .map((/** @type {{ ref: string, dependsOn: string[] }} */ { ref, dependsOn }) => ({
      ref,
      dependsOn: dependsOn.filter((each) => kept.has(each)),
    }));
  for (const component of bill.components) addChecksum(component, packages);
  writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`);
  say(`${bill.components.length} packages: ${file}`);
});

/**
 * What the lock file says of a package: of all its places one that a site runs on, where there is one.
 * @param {Component} component
 * @param {Record<string, Locked>} packages
 */
function lockedOf({ name, version }, packages) {
  const places = Object.entries(packages)
    .filter(([path, locked]) => path.endsWith(`node_modules/${name}`) && locked.version === version)
    .map(([, locked]) => locked);
  return places.find(({ dev }) => !dev) ?? places[0];
}

/**
 * npm leaves checksums out where the lock file names no address.
 * @param {Component} component
 * @param {Record<string, Locked>} packages
 */
function addChecksum(component, packages) {
  const [, content] = /^sha512-(\S+)/.exec(lockedOf(component, packages)?.integrity ?? '') ?? [];
  if (!content) return;
  component.hashes = [{ alg: 'SHA-512', content: Buffer.from(content, 'base64').toString('hex') }];
}
