import { endpoint } from '@duet/contract/endpoint';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { createTinyServer } from '../../../test/tiny-server.ts';
import { Failure } from '../failure.ts';

it.each([
  [-5, '1'],
  [0, '1'],
  [0.2, '1'],
  [300, '300'],
  [86_400.5, '86400'],
  [86_401, '86400'],
  [31_536_000, '86400'],
])('asks for a further try in %d s by Retry-After: %s', async (retryAfterSeconds, header) => {
  await using server = await createTinyServer({
    table: {
      'a.often': endpoint({
        method: 'GET',
        path: '/api/often',
        access: 'anyone',
        does: 'Refuses.',
        data: z.object({}),
        errors: ['TOO_OFTEN'],
      }),
    },
    handlers: {
      'a.often': async () => {
        throw new Failure('TOO_OFTEN', { retryAfterSeconds });
      },
    },
  });
  const answer = await server.fetch('/api/often');
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, header]);
});
