import { expect, it } from 'vitest';
import { SharedLock } from './shared-lock.ts';

it('lets many in side by side, one alone, and nobody past who waits', async () => {
  const lock = new SharedLock();
  const seen: string[] = [];
  const gates = new Map<string, () => void>();
  const work = (name: string) => async () => {
    seen.push(`${name} in`);
    await new Promise<void>((open) => gates.set(name, open));
    seen.push(`${name} out`);
  };
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const all = [lock.shared(work('a')), lock.shared(work('b')), lock.alone(work('c')), lock.shared(work('d'))];
  await settled();
  expect(seen).toEqual(['a in', 'b in']);
  gates.get('a')?.();
  await settled();
  expect(seen.slice(2)).toEqual(['a out']);
  gates.get('b')?.();
  await settled();
  expect(seen.slice(3)).toEqual(['b out', 'c in']);
  gates.get('c')?.();
  await settled();
  expect(seen.slice(5)).toEqual(['c out', 'd in']);
  gates.get('d')?.();
  await Promise.all(all);
});

it('goes on after a failure', async () => {
  const lock = new SharedLock();
  await expect(lock.alone(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(lock.shared(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await lock.alone(async () => 1)).toBe(1);
});
