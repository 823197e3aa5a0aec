import { expect, it } from 'vitest';
import { Gathering } from './gathering.ts';

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
  const gathering = new Gathering(write, 4);
  const first = gathering.add([1]);
  const others = [gathering.add([2, 3]), gathering.add([4, 5]), gathering.add([6])];
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
  const gathering = new Gathering(write, 2);
  const first = gathering.add([1, 2, 3, 4]);
  const second = gathering.add([5]);
  expect(writes[0]?.items).toEqual([1, 2, 3, 4]);
  writes[0]?.end(new Error('the disk is away'));
  await expect(first).rejects.toThrow('the disk is away');
  await settled();
  writes[1]?.end();
  await second;
});
