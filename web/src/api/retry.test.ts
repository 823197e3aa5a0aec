import { describe, expect, it } from 'vitest';
import { withRetries } from './retry.ts';

function failing(times: number) {
  let tries = 0;
  const attempt = async () => {
    tries += 1;
    if (tries <= times) throw new Error(`try ${tries}`);
    return tries;
  };
  const slept: number[] = [];
  const sleep = async (ms: number) => {
    slept.push(ms);
  };
  return { attempt, sleep, slept };
}

describe('retrying an upload', () => {
  it('waits 1, 2 and 4 s between four tries, never more than 5 s [UPL-22, UPL-23, UPL-24, UPL-25, UPL-26]', async () => {
    const { attempt, sleep, slept } = failing(3);
    expect(await withRetries(attempt, { sleep, isRetryable: () => true })).toBe(4);
    expect(slept).toEqual([1000, 2000, 4000]);
    expect(Math.max(...slept)).toBeLessThanOrEqual(5000);
  });

  it('gives the last failure after the third retry', async () => {
    const { attempt, sleep } = failing(9);
    await expect(withRetries(attempt, { sleep, isRetryable: () => true })).rejects.toThrow('try 4');
  });

  it('does not repeat what cannot end better [UPL-27]', async () => {
    const { attempt, sleep, slept } = failing(9);
    await expect(withRetries(attempt, { sleep, isRetryable: () => false })).rejects.toThrow('try 1');
    expect(slept).toEqual([]);
  });
});
