import { expect, it } from 'vitest';
import { createTestDatabase } from '../../../test/test-database.ts';
import { aloneInSite } from './advisory-lock.ts';

it('lets one server after the other, and frees the lock when work fails', async () => {
  await using database = await createTestDatabase('empty');
  const log: string[] = [];
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  const first = aloneInSite(database.url, 'mediaCleanup', async () => {
    log.push('first begins');
    await mayEnd;
    log.push('first ends');
    throw new Error('half-way');
  });
  await expect.poll(() => log).toContain('first begins');
  const second = aloneInSite(database.url, 'mediaCleanup', async () => void log.push('second'));
  end();
  await expect(first).rejects.toThrow('half-way');
  await second;
  expect(log).toEqual(['first begins', 'first ends', 'second']);
});
