import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { bearer } from './bearer.ts';
import { connection } from './connection.ts';
import { CallFailure } from './failure.ts';
import { retryOnce, untilGone } from './retry-once.ts';

const failure = (status: number) => new CallFailure('no', { status });
let network: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  network = true;
  vi.stubGlobal('navigator', {
    get onLine() {
      return network;
    },
  });
});
afterEach(() => {
  connection.reached();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('tries again a second after a call without an answer, and tells what that one was told', async () => {
  const attempt = vi.fn().mockRejectedValueOnce(failure(0)).mockResolvedValueOnce('done');
  const done = retryOnce(attempt);
  await vi.advanceTimersByTimeAsync(999);
  expect(attempt).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await done).toBe('done');
});

it('tries no third time', async () => {
  const attempt = vi.fn().mockRejectedValue(failure(503));
  const done = expect(retryOnce(attempt)).rejects.toMatchObject({ status: 503 });
  await vi.advanceTimersByTimeAsync(10_000);
  await done;
  expect(attempt).toHaveBeenCalledTimes(2);
});

it('does not try as somebody else who has signed in meanwhile', async () => {
  bearer.keep('duet_ana');
  const attempt = vi.fn().mockRejectedValue(failure(0));
  const done = expect(retryOnce(attempt)).rejects.toMatchObject({ status: 0 });
  await vi.advanceTimersByTimeAsync(500);
  bearer.keep('duet_dan');
  await vi.advanceTimersByTimeAsync(500);
  await done;
  expect(attempt).toHaveBeenCalledTimes(1);
  bearer.clear();
});

it('tries again where the session is over meanwhile, and tells why it ended', async () => {
  bearer.keep('duet_ana');
  const attempt = vi.fn().mockRejectedValueOnce(failure(0)).mockRejectedValueOnce(failure(401));
  const done = expect(retryOnce(attempt)).rejects.toMatchObject({ status: 401 });
  await vi.advanceTimersByTimeAsync(500);
  bearer.clear();
  await vi.advanceTimersByTimeAsync(500);
  await done;
});

it.each([400, 401, 409, 429, 500])('takes an answer of %i as it is', async (status) => {
  const attempt = vi.fn().mockRejectedValue(failure(status));
  await expect(retryOnce(attempt)).rejects.toMatchObject({ status });
  expect(attempt).toHaveBeenCalledTimes(1);
});

it('leaves it where the site cannot be reached', async () => {
  network = false;
  await connection.check();
  const attempt = vi.fn().mockRejectedValue(failure(0));
  await expect(retryOnce(attempt)).rejects.toMatchObject({ status: 0 });
  expect(attempt).toHaveBeenCalledTimes(1);
});

it('takes a session that is over for a deleted account only where that is the reason', async () => {
  const over = (reason: string) =>
    vi.fn().mockRejectedValue(
      new CallFailure('no', {
        status: 401,
        code: 'SESSION_ENDED',
        answer: { code: 'SESSION_ENDED', reason },
      }),
    );
  await untilGone(over('deleted'), 'SESSION_ENDED', 'deleted');
  await expect(untilGone(over('password'), 'SESSION_ENDED', 'deleted')).rejects.toMatchObject({
    status: 401,
  });
});
