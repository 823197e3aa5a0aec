import { describe, expect, it } from 'vitest';
import { anySignal, deferred } from './ponyfills.ts';

it('gives a promise that is resolved from outside', async () => {
  const { promise, resolve } = deferred<number>();
  resolve(1);
  resolve(2);
  expect(await promise).toBe(1);
});

describe('one signal of several', () => {
  it('ends with the first of them, for its reason', () => {
    const [one, other] = [new AbortController(), new AbortController()];
    const any = anySignal([one.signal, other.signal]);
    expect(any.aborted).toBe(false);
    other.abort('second');
    one.abort('first');
    expect([any.aborted, any.reason]).toEqual([true, 'second']);
  });
  it('has ended where one of them has', () => {
    const never = new AbortController().signal;
    const any = anySignal([never, AbortSignal.abort('before'), AbortSignal.abort('later')]);
    expect([any.aborted, any.reason]).toEqual([true, 'before']);
    expect(anySignal([]).aborted).toBe(false);
  });
});
