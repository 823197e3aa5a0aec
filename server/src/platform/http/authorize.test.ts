import { type Access, endpoint } from '@duet/contract/endpoint';
import { rateLimits } from '@duet/contract/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { answerOf, createTinyServer, type TinyServer } from '../../../test/tiny-server.ts';

const row = <const A extends Access>(access: A) =>
  endpoint({
    method: 'POST',
    path: `/api/${access}`,
    access,
    does: 'Answers who calls.',
    body: z.object({ needed: z.string() }),
    data: z.object({ who: z.string().nullable() }),
  });

const table = { 'a.anyone': row('anyone'), 'a.signedIn': row('signedIn'), 'a.admin': row('admin') };

let server: TinyServer;
beforeAll(async () => {
  server = await createTinyServer({
    table,
    handlers: {
      'a.anyone': async (_context, { viewer }) => ({ data: { who: viewer?.username ?? null } }),
      'a.signedIn': async (_context, { viewer }) => ({ data: { who: viewer.username } }),
      'a.admin': async (_context, { viewer }) => ({ data: { who: viewer.username } }),
    },
  });
});
afterAll(() => server[Symbol.asyncDispose]());

describe('who calls', () => {
  it.each([
    ['anyone', undefined, 200, null],
    ['anyone', 'maria', 200, 'maria'],
    ['signedIn', 'maria', 200, 'maria'],
    ['signedIn', 'admin', 200, 'admin'],
    ['admin', 'admin', 200, 'admin'],
  ])('may call a row for %s as %s', async (access, token, status, who) => {
    const response = await server.json('POST', `/api/${access}`, { needed: 'x' }, token);
    expect(await answerOf(response)).toMatchObject({ status, body: { data: { who } } });
  });

  // The bodies are broken on purpose: nothing of them is read before the caller may call.
  it.each([
    ['signedIn', undefined, 401, 'SIGN_IN_REQUIRED'],
    ['admin', undefined, 401, 'SIGN_IN_REQUIRED'],
    ['admin', 'maria', 403, 'ADMIN_REQUIRED'],
    ['anyone', 'dead', 401, 'SESSION_ENDED'],
    ['signedIn', 'dead', 401, 'SESSION_ENDED'],
    ['admin', 'dead', 401, 'SESSION_ENDED'],
  ])('may not call a row for %s as %s', async (access, token, status, code) => {
    const response = await server.json('POST', `/api/${access}`, '{"broken', token);
    expect(await answerOf(response)).toMatchObject({ status, body: { code } });
  });

  it.each([
    ['Bearer'],
    ['Bearer '],
    ['Basic bWFyaWE6eA=='],
    ['maria'],
    ['Bearer two words'],
    ['Bearer null'],
  ])('is nobody with the header "%s", on public rows too', async (authorization) => {
    const response = await server.fetch('/api/anyone', { method: 'POST', headers: { authorization } });
    expect(await answerOf(response)).toMatchObject({ status: 401, body: { code: 'SESSION_ENDED' } });
  });
});

it('counts those who may not upload by the limit of all calls', async () => {
  const chunk = endpoint({
    method: 'POST',
    path: '/api/chunk',
    access: 'admin',
    does: 'Takes a part.',
    data: z.object({}),
    rateLimit: 'uploadChunk',
  });
  await using limited = await createTinyServer({
    config: { rateLimit: 2 / rateLimits.signedIn.points },
    table: { 'a.chunk': chunk },
    handlers: { 'a.chunk': async () => ({ data: {} }) },
  });
  const codes = async (token: string) => {
    const all: unknown[] = [];
    for (const sessionId of ['one', 'two', 'three']) {
      const answer = await limited.json('POST', `/api/chunk?sessionId=${sessionId}`, {}, token);
      all.push((await answerOf(answer)).body.code ?? answer.status);
    }
    return all;
  };
  expect(await codes('maria')).toEqual(['ADMIN_REQUIRED', 'ADMIN_REQUIRED', 'TOO_OFTEN']);
  expect(await codes('admin')).toEqual([200, 200, 200]);
});
