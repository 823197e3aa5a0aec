import { expect, it } from 'vitest';
import { untilAborted } from './until-aborted.ts';

it('gives what came in time, or its failure', async () => {
  const { signal } = new AbortController();
  expect(await untilAborted(Promise.resolve(1), signal)).toBe(1);
  await expect(untilAborted(Promise.reject(new Error('no')), signal)).rejects.toThrow('no');
});

it('waits no longer than the signal lets it, with its reason [API-12]', async () => {
  const never = new Promise(() => undefined);
  await expect(untilAborted(never, AbortSignal.timeout(1))).rejects.toMatchObject({ name: 'TimeoutError' });
  await expect(untilAborted(never, AbortSignal.abort('stop'))).rejects.toBe('stop');
});
