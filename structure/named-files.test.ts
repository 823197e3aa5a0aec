import { expect, it } from 'vitest';
import { filesBelow, textOf } from './files.ts';

const files = filesBelow();
const documents = files.filter(
  (path) => /^[^/]*\.md$|^(docs|web)\/.*\.md$/.test(path) && path !== 'CHANGELOG.md',
);

/** `store.ts` stands for any file of that name, `posts/store.ts` for one below such a folder. */
const isThere = (name: string): boolean => files.some((path) => path === name || path.endsWith(`/${name}`));

it('documents name files that are there', () => {
  const lost = documents.flatMap((path) =>
    [...textOf(path).matchAll(/`(?:\.\.?\/)*([\w-][\w./-]*\.(?:tsx?|mjs|css))`/g)]
      .map(([, name = '']) => name)
      .filter((name) => !isThere(name))
      .map((name) => `${path}: ${name}`),
  );
  expect(lost).toEqual([]);
});
