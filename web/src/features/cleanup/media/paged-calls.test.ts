import { expect, it } from 'vitest';
import { callAllPages, callPagesUntilFailure, joinCleanups, joinUsages } from './paged-calls.ts';

const file = (age: number) =>
  ({ directory: 'photos', filename: `${age}.jpg`, size: 1, age, url: '/a', reason: 'unknown' }) as const;

it('asks until there is nothing more', async () => {
  const asked: (string | undefined)[] = [];
  const answers = [{ next: 'a' }, { next: 'b' }, {}];
  const parts = await callAllPages(async (after) => {
    asked.push(after);
    return answers[asked.length - 1] ?? {};
  });
  expect(asked).toEqual([undefined, 'a', 'b']);
  expect(parts).toEqual(answers);
});

it('answers what earlier calls did where a later one fails', async () => {
  const error = new Error('the line broke');
  const answers = [{ next: 'a' }, { next: 'b' }];
  const asked: (string | undefined)[] = [];
  const ask = async (after: string | undefined) => {
    asked.push(after);
    const answer = answers[asked.length - 1];
    if (!answer) throw error;
    return answer;
  };
  expect(await callPagesUntilFailure(ask)).toEqual({ parts: answers, error });
  await expect(callPagesUntilFailure(() => Promise.reject(error))).rejects.toBe(error);
  expect(await callPagesUntilFailure(async () => ({}))).toEqual({ parts: [{}], error: null });
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
  expect(joinCleanups([{ stats, orphanedFiles: [], interrupted: true }])).toHaveProperty('interrupted', true);
  expect(joinCleanups([{ stats, orphanedFiles: [] }])).not.toHaveProperty('interrupted');
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
