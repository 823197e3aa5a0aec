import { expect, it, vi } from 'vitest';
import { fingerprintOf } from './fingerprint.ts';

const KB = 1024;
const bytes = (change?: number) => {
  const all = new Uint8Array(2048 * KB);
  if (change !== undefined) all[change] = 1;
  return new Blob([all]);
};

it('is the same for the same file, and another one where either end differs', async () => {
  const known = await fingerprintOf(bytes());
  expect(known).toMatch(/^[0-9a-f]{64}$/);
  expect(await fingerprintOf(bytes())).toBe(known);
  expect(await fingerprintOf(bytes(5))).not.toBe(known);
  expect(await fingerprintOf(bytes(2048 * KB - 1))).not.toBe(known);
  expect(await fingerprintOf(new Blob(['small']))).not.toBe(await fingerprintOf(new Blob(['other'])));
});

it('is absent where the browser hashes nothing', async () => {
  vi.stubGlobal('crypto', {});
  expect(await fingerprintOf(bytes())).toBeNull();
  vi.unstubAllGlobals();
});
