import { describe, expect, it } from 'vitest';
import { documents } from './documents.ts';
import { filesBelow, isCode, textOf } from './files.ts';

describe('the pages made from the code', () => {
  it.each(Object.entries(documents))('%s says what the code says (else run `npm run docs`)', (path, text) => {
    expect(textOf(path)).toBe(text);
  });
});

describe('the pages that the code cites', () => {
  const pages = ['product', 'decisions', 'security'];
  const headings = new Set(
    pages.flatMap((page) =>
      [...textOf(`docs/${page}.md`).matchAll(/^## (§\d+)/gm)].map(([, section]) => `${page} ${section}`),
    ),
  );

  it('are there, each section by its number', () => {
    const cited = filesBelow()
      .filter(isCode)
      .flatMap((path) =>
        [...textOf(path).matchAll(/\b(product|decisions|security)(?:\.md)? (§\d+)/g)].map(
          ([, page, section]) => ({ path, section: `${page} ${section}` }),
        ),
      );
    expect(cited.length).toBeGreaterThan(100);
    expect(cited.filter(({ section }) => !headings.has(section))).toEqual([]);
  });

  it('stand in the project', () => {
    const elsewhere = filesBelow()
      .filter((path) => isCode(path) && /\b(trust|requirements|visual|habits)\.md\b/.test(textOf(path)))
      .filter((path) => !path.startsWith('structure/'));
    expect(elsewhere).toEqual([]);
  });
});

it('a unit starts the site also while the disk of a folder that it may write is missing (systemd.exec)', () => {
  const named = ['deploy/duet.env', 'deploy/duet.service', 'docs/install.md'].flatMap((path) =>
    [...textOf(path).matchAll(/ReadWritePaths=(\S+)/g)].map(([, folder = '']) => ({ path, folder })),
  );
  expect(named.length).toBeGreaterThan(2);
  expect(named.filter(({ folder }) => !folder.startsWith('-/'))).toEqual([]);
});
