import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../scripts/project.mjs';
import { filesBelow, textOf } from './files.ts';

/** The drawings of ARCHITECTURE.md: the folders of the project, and the rooms of each noun. */
const [house = '', nouns = ''] = [...textOf('ARCHITECTURE.md').matchAll(/```text\n([\s\S]*?)```/g)].map(
  ([, text = '']) => text,
);

const foldersOf = (path: string): string[] =>
  [
    ...new Set(
      filesBelow(path)
        .map((file) => relative(path, file).split('/'))
        .flatMap(([folder = '', ...rest]) => (rest.length > 0 && !folder.startsWith('.') ? folder : [])),
    ),
  ].sort();

/** The words behind a folder in the first drawing. */
function drawnBeside(folder: string): string[] {
  const line = house.split('\n').find((each) => each.includes(`── ${folder} `)) ?? '';
  return line
    .slice(line.indexOf(folder) + folder.length)
    .trim()
    .split(/\s+/);
}

const [head = '', ...rows] = nouns.trimEnd().split('\n');
const at = ['contract/src', 'server/src', 'web/src/features'].map((title) => head.indexOf(title));
const drawn = rows.map((row) => {
  const [contract, server, web] = at.map((start, column) => row.slice(start, at[column + 1]).trim());
  const noun = row.slice(0, at[0]).trim();
  return {
    noun,
    inContract: contract === '●',
    inServer: server === '●',
    inWeb: (web ?? '')
      .split(/\s+/)
      .filter(Boolean)
      .map((place) => (place === '●' ? noun : place)),
  };
});

describe('the house as ARCHITECTURE.md draws it', () => {
  it('has every folder of the project', () => {
    const folders = [...house.matchAll(/^[├└]── (\w+)/gm)].map(([, name = '']) => name);
    expect(folders.sort()).toEqual(foldersOf('.'));
  });

  it('has every room of the platform and of the web app', () => {
    expect(drawnBeside('platform').sort()).toEqual(foldersOf('server/src/platform'));
    expect(drawnBeside('web/src').sort()).toEqual(foldersOf('web/src'));
  });

  it('has every noun of the contract and of the server', () => {
    const names = (found: typeof drawn) => found.map(({ noun }) => noun);
    expect(names(drawn.filter(({ inContract }) => inContract))).toEqual(foldersOf('contract/src'));
    const besideNouns = ['cli', 'platform'];
    expect(names(drawn.filter(({ inServer }) => inServer))).toEqual(
      foldersOf('server/src').filter((name) => !besideNouns.includes(name)),
    );
  });

  it('has every feature of the web app, and no place that is not there', () => {
    const places = drawn.flatMap(({ inWeb }) => inWeb);
    const features = foldersOf('web/src/features');
    expect(features.filter((feature) => !places.includes(feature))).toEqual([]);
    const lost = places.filter(
      (place) => !['web/src/features', 'web/src'].some((folder) => existsSync(join(root, folder, place))),
    );
    expect(lost).toEqual([]);
  });
});
