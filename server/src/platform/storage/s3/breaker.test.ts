import { expect, it } from 'vitest';
import { Breaker } from './breaker.ts';

const fails = () => Promise.reject(new Error('no answer'));
const refused = { code: 'STORAGE_UNAVAILABLE' };

async function failing(breaker: Breaker, times: number): Promise<void> {
  for (let n = 0; n < times; n += 1)
    await expect(breaker.run(fails, () => true)).rejects.toThrow('no answer');
}

it('opens after five failures in a row, tries a single request after a pause, and closes with the first success', async () => {
  let now = 0;
  const breaker = new Breaker(() => now);
  await failing(breaker, 4);
  await breaker.run(
    async () => 1,
    () => true,
  );
  await failing(breaker, 5);
  await expect(
    breaker.run(
      async () => 1,
      () => true,
    ),
  ).rejects.toMatchObject({ ...refused, details: { retryAfterSeconds: 1 } });
  now = 700;
  const { promise, resolve } = Promise.withResolvers<string>();
  const trial = breaker.run(
    () => promise,
    () => true,
  );
  await expect(
    breaker.run(
      async () => 1,
      () => true,
    ),
  ).rejects.toMatchObject(refused);
  resolve('there');
  expect(await trial).toBe('there');
  expect(
    await breaker.run(
      async () => 1,
      () => true,
    ),
  ).toBe(1);
});

it('tries another request where the first takes longer than 5 s, such as one that joins many parts', async () => {
  let now = 0;
  const breaker = new Breaker(() => now);
  await failing(breaker, 5);
  now = 700;
  const { promise, reject } = Promise.withResolvers<string>();
  const slow = breaker.run(
    () => promise,
    () => true,
  );
  const next = () =>
    breaker.run(
      async () => 'there',
      () => true,
    );
  now += 4999;
  await expect(next()).rejects.toMatchObject(refused);
  now += 1;
  expect(await next()).toBe('there');
  // What began while the store was away says nothing new of it.
  reject(new Error('no answer'));
  await expect(slow).rejects.toThrow('no answer');
  expect(await next()).toBe('there');
});

it('lets a slow trial that ends leave the one after it alone', async () => {
  let now = 0;
  const breaker = new Breaker(() => now);
  await failing(breaker, 5);
  now = 700;
  const trials = [0, 1].map(() => {
    const { promise, reject } = Promise.withResolvers<string>();
    const ended = breaker.run(
      () => promise,
      () => true,
    );
    now += 5000;
    return { reject, ended };
  });
  now -= 4000;
  trials[0]?.reject(new Error('no answer'));
  await expect(trials[0]?.ended).rejects.toThrow('no answer');
  now += 20;
  await expect(breaker.run(fails, () => true)).rejects.toMatchObject(refused);
  trials[1]?.reject(new Error('no answer'));
  await expect(trials[1]?.ended).rejects.toThrow('no answer');
});

it('waits longer after each trial that fails, at most 10 s', async () => {
  let now = 0;
  const breaker = new Breaker(() => now);
  await failing(breaker, 5);
  const pauses: number[] = [];
  for (let trial = 0; trial < 8; trial += 1) {
    const from = now;
    while (
      await breaker
        .run(fails, () => true)
        .then(
          () => false,
          (error) => error.code === refused.code,
        )
    )
      now += 10;
    pauses.push(now - from);
  }
  expect(pauses[0]).toBeLessThanOrEqual(640);
  expect(pauses[2]).toBeGreaterThan(1400);
  expect(pauses.at(-1)).toBeGreaterThan(5900);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(10_010);
});

it('waits no longer for requests that were under way when it opened', async () => {
  let now = 0;
  const breaker = new Breaker(() => now);
  await Promise.all(Array.from({ length: 9 }, () => failing(breaker, 1)));
  await expect(breaker.run(fails, () => true)).rejects.toMatchObject(refused);
  // A first pause of half a second, and a quarter more at most.
  now = 626;
  await failing(breaker, 1);
});

it('counts anew after an answer that is the caller’s own fault', async () => {
  const breaker = new Breaker(() => 0);
  await failing(breaker, 4);
  await expect(breaker.run(fails, () => false)).rejects.toThrow('no answer');
  await failing(breaker, 4);
  await failing(breaker, 1);
  await expect(breaker.run(fails, () => true)).rejects.toMatchObject(refused);
});

it('counts no answer that is the caller’s own fault', async () => {
  const breaker = new Breaker(() => 0);
  for (let n = 0; n < 20; n += 1) await expect(breaker.run(fails, () => false)).rejects.toThrow('no answer');
});
