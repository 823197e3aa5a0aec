import { expect, it } from 'vitest';
import { allOf, joinCleanups, joinUsages } from './in-parts.ts';

const file = (age: number) =>
  ({ directory: 'photos', filename: `${age}.jpg`, size: 1, age, url: '/a', reason: 'unknown' }) as const;

it('asks until there is nothing more', async () => {
  const asked: (string | undefined)[] = [];
  const answers = [{ next: 'a' }, { next: 'b' }, {}];
  const parts = await allOf(async (after) => {
    asked.push(after);
    return answers[asked.length - 1] ?? {};
  });
  expect(asked).toEqual([undefined, 'a', 'b']);
  expect(parts).toEqual(answers);
});

it('joins what the parts found, the oldest first', () => {
  const stats = { removed: 1, savedSpace: 10 };
  expect(
    joinCleanups([
      { stats, orphanedFiles: [file(2)], next: 'x' },
      { stats, orphanedFiles: [file(9)], failedFiles: [file(3)] },
    ]),
  ).toEqual({
    stats: { removed: 2, savedSpace: 20 },
    orphanedFiles: [file(9), file(2)],
    failedFiles: [file(3)],
  });
  expect(joinCleanups([{ stats, orphanedFiles: [] }])).not.toHaveProperty('failedFiles');
});

it('adds up the folders', () => {
  const usage = { fileCount: 2, totalSize: 5 };
  expect(
    joinUsages([
      { directories: { photos: usage, videos: usage, profile: usage } },
      { directories: { photos: usage, videos: usage, profile: usage } },
    ]).photos,
  ).toEqual({ fileCount: 4, totalSize: 10 });
});
