import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../scripts/project.mjs';
import { textOf } from './files.ts';

interface Component {
  readonly name: string;
  readonly version: string;
  readonly licenses?: readonly unknown[];
  readonly hashes?: readonly unknown[];
}

it('a bill of materials names every package that a site runs on, with its licence and checksum', () => {
  const folder = mkdtempSync(join(tmpdir(), 'duet-sbom-'));
  try {
    const file = join(folder, 'duet.cdx.json');
    execFileSync('npm', ['run', '--silent', 'sbom', '--', file], { cwd: root, stdio: 'ignore' });
    const text = readFileSync(file, 'utf8');
    const { bomFormat, components } = JSON.parse(text) as { bomFormat: string; components: Component[] };
    expect(bomFormat).toBe('CycloneDX');
    const listed = new Set(components.map(({ name, version }) => `${name} ${version}`));
    const notices = [...textOf('docs/third-party.md').matchAll(/^\| (\S+) \| (\d\S+) \|/gm)];
    expect(notices.length).toBeGreaterThan(100);
    expect(
      notices.map(([, name, version]) => `${name} ${version}`).filter((each) => !listed.has(each)),
    ).toEqual([]);
    const bare = components.filter(
      ({ name, licenses, hashes }) =>
        !['contract', 'server', 'web'].includes(name) && !(licenses?.length && hashes?.length),
    );
    expect(bare.map(({ name }) => name)).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 120_000);
