import { expect, it } from 'vitest';
import { uploadQueue } from './upload-queue.ts';

function dependencies(atOnce: number) {
  const queue = uploadQueue(atOnce);
  const begun: string[] = [];
  const ended: string[] = [];
  const gates = new Map<string, () => void>();
  const add = (key: string) =>
    queue.add(key, async (signal) => {
      begun.push(key);
      const gate = Promise.withResolvers<void>();
      gates.set(key, gate.resolve);
      signal.addEventListener('abort', () => gate.resolve());
      await gate.promise;
      ended.push(signal.aborted ? `${key} cancelled` : key);
    });
  const finish = async (key: string) => {
    gates.get(key)?.();
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { queue, add, begun, ended, finish };
}

it('keeps so many in flight and takes the next when one is done', async () => {
  const { add, begun, finish } = dependencies(3);
  for (const key of ['a', 'b', 'c', 'd', 'e', 'd']) add(key);
  expect(begun).toEqual(['a', 'b', 'c']);
  await finish('b');
  expect(begun).toEqual(['a', 'b', 'c', 'd']);
  await finish('a');
  await finish('c');
  await finish('d');
  expect(begun).toEqual(['a', 'b', 'c', 'd', 'e']);
});

it('ends what was removed, in flight or waiting, and takes it again later', async () => {
  const { queue, add, begun, ended, finish } = dependencies(1);
  add('a');
  add('b');
  add('c');
  queue.cancel('b');
  queue.cancel('a');
  add('a');
  await finish('a');
  expect(begun).toEqual(['a', 'c']);
  await finish('c');
  await finish('a');
  expect(begun).toEqual(['a', 'c', 'a']);
  expect(ended).toEqual(['a cancelled', 'c', 'a']);
});
