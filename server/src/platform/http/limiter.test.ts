import { endpoint } from '@duet/contract/endpoint';
import { rateLimits } from '@duet/contract/limits';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { createTinyServer } from '../../../test/tiny-server.ts';
import { Failure } from '../failure.ts';
import { createLimiter } from './limiter.ts';

/** How often `ask` is let through before it fails, and how it fails. */
async function letThrough(
  ask: () => Promise<unknown>,
  atMost = 5000,
): Promise<{ times: number; failure: Failure | null }> {
  for (let times = 0; times < atMost; times++) {
    try {
      await ask();
    } catch (error) {
      return { times, failure: error as Failure };
    }
  }
  return { times: atMost, failure: null };
}

describe('a limit', () => {
  it.each(Object.entries(rateLimits))('of %s lets through what it says', async (name, { points }) => {
    const limiter = createLimiter(1);
    const { times, failure } = await letThrough(() =>
      limiter.consume(name as keyof typeof rateLimits, '10.0.0.1'),
    );
    expect(times).toBe(points);
    expect(failure?.code).toBe('TOO_OFTEN');
    expect(failure?.details.retryAfterSeconds).toBeGreaterThanOrEqual(1);
    expect(failure?.details.retryAfterSeconds).toBeLessThanOrEqual(rateLimits[name as 'likes'].perMs / 1000);
  });

  it('is multiplied by the factor, and 0 turns it off', async () => {
    const double = createLimiter(2);
    expect((await letThrough(() => double.consume('likes', 'a'))).times).toBe(120);
    const tiny = createLimiter(0.001);
    expect((await letThrough(() => tiny.consume('likes', 'a'))).times).toBe(1);
    const off = createLimiter(0);
    expect((await letThrough(() => off.consume('likes', 'a'), 1000)).failure).toBeNull();
  });

  it('counts a mapped IPv4 address as itself and an IPv6 network as one', async () => {
    const limiter = createLimiter(1);
    await letThrough(() => limiter.consume('register', '10.0.0.1'));
    await expect(limiter.consume('register', '::ffff:10.0.0.1')).rejects.toThrow(Failure);
    await limiter.consume('register', '10.0.0.2');
    await letThrough(() => limiter.consume('register', '2001:db8:1:2::1'));
    await expect(limiter.consume('register', '2001:db8:1:2:ffff::9')).rejects.toThrow(Failure);
    await limiter.consume('register', '2001:db8:1:3::1');
  });

  it('holds back who goes on after 20 refusals, and nobody else', async () => {
    const limiter = createLimiter(0.001);
    await limiter.consume('likes', 'a');
    const heldBackMs = async (key: string) => {
      const { failure } = await letThrough(() => limiter.consume('likes', key), 1);
      return failure?.details.answerAfterMs;
    };
    const waits: unknown[] = [];
    for (let refusals = 1; refusals <= 22; refusals++) waits.push(await heldBackMs('a'));
    expect(waits).toEqual([...Array.from({ length: 20 }, () => 0), 3000, 3000]);
    await limiter.consume('likes', 'b');
    expect(await heldBackMs('b')).toBe(0);
  });

  it('holds back further refusals of a second in which 200 people were refused', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const limiter = createLimiter(0.001);
    const heldBackMs = async (key: string) =>
      (await letThrough(() => limiter.consume('likes', key), 2)).failure?.details.answerAfterMs;
    const waits: unknown[] = [];
    for (let person = 1; person <= 202; person++) waits.push(await heldBackMs(`person ${person}`));
    expect(waits).toEqual([...Array.from({ length: 200 }, () => 0), 3000, 3000]);
    vi.advanceTimersByTime(1000);
    expect(await heldBackMs('the next')).toBe(0);
  });

  it('says no where it cannot count', async () => {
    const unreachable = {
      query: async () => {
        throw new Error('no database');
      },
    };
    const limiter = createLimiter(1, unreachable as never);
    await expect(limiter.consume('likes', 'a')).rejects.toMatchObject({ code: 'OVERLOADED' });
  });
});

describe('the wait after failed sign-ins', () => {
  it('begins at the fifth failure and doubles up to 900 s', async () => {
    const { backoff } = createLimiter(1);
    const waits: (number | undefined)[] = [];
    for (let failures = 1; failures <= 17; failures++) {
      await backoff.fail('10.0.0.1', 'Maria');
      const { failure } = await letThrough(() => backoff.check('10.0.0.1', 'maria'), 1);
      waits.push(failure?.details.retryAfterSeconds);
    }
    expect(waits).toEqual([
      ...[undefined, undefined, undefined, undefined],
      ...[1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900],
    ]);
    await backoff.check('10.0.0.2', 'maria');
    await backoff.check('10.0.0.1', 'other');
    await backoff.reset('10.0.0.1', 'maria');
    await backoff.check('10.0.0.1', 'maria');
  });
});

describe('limits over HTTP', () => {
  const row = (path: `/${string}`, rateLimit?: 'likes' | 'register') =>
    endpoint({
      method: 'GET',
      path,
      access: 'anyone',
      does: 'Answers.',
      data: z.object({}),
      ...(rateLimit ? { rateLimit } : {}),
    });
  const table = {
    'a.free': row('/api/free'),
    'a.likes': row('/api/likes', 'likes'),
    'a.new': row('/api/new', 'register'),
  };
  const ok = async () => ({ data: {} });
  const started = () =>
    createTinyServer({
      table,
      handlers: { 'a.free': ok, 'a.likes': ok, 'a.new': ok },
      config: { rateLimit: 1 },
    });

  const statuses = async (count: number, ask: () => Promise<Response>) => {
    const all: number[] = [];
    for (let i = 0; i < count; i++) all.push((await ask()).status);
    return all;
  };

  it('are 429 with the seconds to wait', async () => {
    await using server = await started();
    expect(await statuses(6, () => server.fetch('/api/new'))).toEqual([200, 200, 200, 200, 200, 429]);
    const refused = await server.fetch('/api/new');
    expect(await refused.json()).toMatchObject({ success: false, code: 'TOO_OFTEN' });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(1700);
    expect((await server.fetch('/api/free')).status).toBe(200);
  });

  it('of a person follow the person, not the address', async () => {
    await using server = await started();
    const as = (token: string) => () =>
      server.fetch('/api/likes', { headers: { authorization: `Bearer ${token}` } });
    expect((await statuses(61, as('maria'))).at(-1)).toBe(429);
    expect((await as('admin')()).status).toBe(200);
  });

  it('of a guest end at 300 calls, those with dead tokens included', async () => {
    await using server = await started();
    const dead = () => server.fetch('/api/free', { headers: { authorization: 'Bearer dead' } });
    expect(new Set(await statuses(150, dead))).toEqual(new Set([401]));
    expect(new Set(await statuses(150, () => server.fetch('/api/free')))).toEqual(new Set([200]));
    expect((await server.fetch('/api/free')).status).toBe(429);
    expect((await dead()).status).toBe(429);
    expect((await server.fetch('/healthz')).status).toBe(200);
  });

  it('slow down who finds nothing a hundred times, and leave the rest alone', async () => {
    await using server = await started();
    const nothing = () => server.fetch('/api/nothing');
    expect(new Set(await statuses(100, nothing))).toEqual(new Set([404]));
    expect((await nothing()).status).toBe(429);
    expect((await server.fetch('/api/free')).status).toBe(200);
  });
});
