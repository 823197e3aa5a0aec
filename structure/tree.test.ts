import { describe, expect, it } from 'vitest';
import { filesBelow, isCode, textOf } from './files.ts';

const files = filesBelow();
const isStyled = (path: string) => isCode(path) || path.endsWith('.css');
const isTextTable = (path: string) => /(^|\/)(texts|i18n)\//.test(path);

describe('the tree', () => {
  it('has no file of more than 350 lines, tables of texts apart', () => {
    const long = files
      .filter((path) => isStyled(path) && !isTextTable(path))
      .map((path) => ({ path, lines: textOf(path).trimEnd().split('\n').length }))
      .filter(({ lines }) => lines > 350);
    expect(long).toEqual([]);
  });

  it('names every folder and file by its subject', () => {
    const drawers = new Set([
      'utils',
      'util',
      'helpers',
      'helper',
      'misc',
      'common',
      'shared',
      'lib',
      'stuff',
    ]);
    const named = files.filter((path) =>
      path.split('/').some((part) => drawers.has(part.replace(/\..*$/, ''))),
    );
    expect(named).toEqual([]);
  });

  it('holds no mark of a merge that was not ended', () => {
    const mark = new RegExp(`^(${'<'.repeat(7)}|${'>'.repeat(7)}) `, 'm');
    expect(files.filter((path) => !/\.(png|webp|mp4|woff2?)$/.test(path) && mark.test(textOf(path)))).toEqual(
      [],
    );
  });

  it('has no barrels', () => {
    const barrels = files.filter(
      (path) =>
        isCode(path) && !isTextTable(path) && /^(\s*export\s[^;]*from '[^']+';\s*)+$/.test(textOf(path)),
    );
    expect(barrels).toEqual([]);
  });

  it('leaves nothing undone and no test out', () => {
    // Put together here, so that this file is not found itself.
    const marks = new RegExp(
      `\\b(${['TO', 'FIX'].join('DO|')}ME)\\b|\\b(it|test|describe)\\.(${['on', 'sk'].join('ly|')}ip)\\b`,
    );
    const fixme = /\.(fixme|todo)\(/;
    const found = files.filter(
      (path) => isStyled(path) && (marks.test(textOf(path)) || fixme.test(textOf(path))),
    );
    expect(found).toEqual([]);
  });

  it('says nothing of the machine that it was made on, and of no registry', () => {
    const machine = new RegExp(`/(${['work', 'farm', 'root', 'tmp/bash_jobs'].join('|')})/`);
    const registry = new RegExp(`${['registry', 'npmjs'].join('\\.')}|${['npmjs', 'org'].join('\\.')}`);
    const found = files
      .filter((path) => !/\.(png|jpe?g|webp|gif|heic|avif|mp4|webm|mov|woff2?|ico|avi)$/.test(path))
      .filter((path) => machine.test(textOf(path)) || registry.test(textOf(path)));
    expect(found).toEqual([]);
  });

  it('lets no module of the app wait at its top', () => {
    // Every chunk that imports from the waiting one would wait as well: the first screen, for the end of the splash.
    const waiting = files.filter(
      (path) =>
        path.startsWith('web/src/') &&
        isCode(path) &&
        !path.includes('.test.') &&
        /^(await\b|(export )?(const|let)[^;=]*= await\b)/m.test(textOf(path)),
    );
    expect(waiting).toEqual([]);
  });

  it('locks its packages without addresses to download them from', () => {
    expect(textOf('package-lock.json')).not.toMatch(/"resolved":\s*"https?:/);
  });

  it('locks the optional packages of every system, or `npm ci` refuses the lock', () => {
    const lock: { packages: Record<string, { optionalDependencies?: Record<string, string> }> } = JSON.parse(
      textOf('package-lock.json'),
    );
    const locked = Object.keys(lock.packages);
    const wanted = Object.values(lock.packages).flatMap((entry) =>
      Object.keys(entry.optionalDependencies ?? {}),
    );
    expect(wanted.filter((name) => !locked.some((path) => path.endsWith(`node_modules/${name}`)))).toEqual(
      [],
    );
  });
});
