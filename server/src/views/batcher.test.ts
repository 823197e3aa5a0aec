import { expect, it } from 'vitest';
import { Batcher } from './batcher.ts';

/** Writes that end when they are told to. */
function slowWriter() {
  const writes: { items: readonly number[]; end: (error?: Error) => void }[] = [];
  const write = (items: readonly number[]) =>
    new Promise<void>((resolve, reject) => {
      writes.push({ items, end: (error) => (error ? reject(error) : resolve()) });
    });
  return { writes, write };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

it('writes at once, and what arrives meanwhile together', async () => {
  const { writes, write } = slowWriter();
  const batcher = new Batcher(write, 4);
  const first = batcher.add([1]);
  const others = [batcher.add([2, 3]), batcher.add([4, 5]), batcher.add([6])];
  expect(writes.map(({ items }) => items)).toEqual([[1]]);
  writes[0]?.end();
  await first;
  await settled();
  expect(writes[1]?.items).toEqual([2, 3, 4, 5]);
  writes[1]?.end();
  await settled();
  expect(writes[2]?.items).toEqual([6]);
  writes[2]?.end();
  await Promise.all(others);
});

it('never splits what came together, and says to those alone whose write failed', async () => {
  const { writes, write } = slowWriter();
  const batcher = new Batcher(write, 2);
  const first = batcher.add([1, 2, 3, 4]);
  const second = batcher.add([5]);
  expect(writes[0]?.items).toEqual([1, 2, 3, 4]);
  writes[0]?.end(new Error('the disk is away'));
  await expect(first).rejects.toThrow('the disk is away');
  await settled();
  writes[1]?.end();
  await second;
});
