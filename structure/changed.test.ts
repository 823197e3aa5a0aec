import { describe, expect, it } from 'vitest';
import { wordsFor } from '../scripts/changed.mjs';
import { suites } from '../scripts/suites.mjs';
import { filesBelow } from './files.ts';

const specs = filesBelow('e2e').filter((path) => path.endsWith('.spec.ts'));

/** The spec files that Playwright would run for the words of a suite, which are regular expressions on paths. */
function specsFor(files: string[]): string[] {
  const words = wordsFor({ name: 'browser-sqlite' }, files, 'main');
  if (!words) return [];
  const patterns = words.filter((word) => !word.startsWith('--')).map((word) => new RegExp(word));
  return specs.filter(
    (spec) => patterns.length === 0 || patterns.some((pattern) => pattern.test(`/${spec}`)),
  );
}

const suitesFor = (files: string[]) =>
  suites.filter((suite) => wordsFor(suite, files, 'main') !== null).map(({ name }) => name);

describe('npm test -- --changed', () => {
  it('runs nothing where nothing differs, and no tests of the product for a page of docs', () => {
    expect(suitesFor([])).toEqual([]);
    expect(suitesFor(['docs/logs.md'])).toEqual(['types', 'lint', 'structure']);
  });

  it('runs everything whole when packages, runners or the contract of several nouns change', () => {
    for (const file of ['package-lock.json', 'scripts/suites.mjs', 'server/vitest.config.ts']) {
      expect(suites.map((suite) => wordsFor(suite, [file], 'main'))).toEqual(suites.map(() => []));
    }
    expect(specsFor(['contract/src/limits.ts'])).toEqual(specs);
  });

  it('runs the browser tests of a changed noun and those of none, but not those of others', () => {
    const touched = specsFor(['web/src/features/comments/write/outbox.ts']);
    expect(touched).toContain('e2e/comments.spec.ts');
    expect(touched).toContain('e2e/whole-use.spec.ts');
    expect(touched).not.toContain('e2e/audit.spec.ts');
    expect(specsFor(['server/src/messages/send.ts'])).toContain('e2e/thread.spec.ts');
  });

  it('runs every browser test when what they share or what all screens are made of changes', () => {
    for (const file of [
      'e2e/harness/duet.ts',
      'web/src/ui/Sheet.tsx',
      'server/src/platform/http/server.ts',
    ]) {
      expect(specsFor([file])).toEqual(specs);
    }
  });

  it('runs a changed browser test alone, and beside the tests of a changed noun', () => {
    expect(specsFor(['e2e/audit.spec.ts'])).toEqual(['e2e/audit.spec.ts']);
    expect(specsFor(['e2e/audit.spec.ts', 'web/src/features/comments/a.ts'])).toContain('e2e/audit.spec.ts');
  });

  it('runs the server on both databases for a change of a rule, by the modules that import it', () => {
    expect(wordsFor({ name: 'server-postgres' }, ['server/src/posts/like.ts'], 'HEAD~1')).toContain(
      '--changed=HEAD~1',
    );
    expect(suitesFor(['server/src/posts/like.ts'])).not.toContain('web');
  });
});
