import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { TickQueue } from './tick-queue.ts';

it('does what one turn has collected one right after the other, when the turn is over', async () => {
  const said: string[] = [];
  const queue = new TickQueue<string>((name) => {
    said.push(name);
    queueMicrotask(() => said.push(`after ${name}`));
  });
  queue.add('first');
  await Promise.resolve();
  queue.add('second');
  process.nextTick(() => said.push('still this turn'));
  await nextTurn();
  expect(said).toEqual(['still this turn', 'first', 'second', 'after first', 'after second']);
});

it('leaves what comes in a later turn, or while it works, for the end of that one', async () => {
  const said: string[] = [];
  const queue = new TickQueue<string>((name) => {
    said.push(name);
    if (name === 'first') queue.add('follows');
  });
  queue.add('first');
  await nextTurn();
  expect(said).toEqual(['first']);
  queue.add('later');
  await Promise.resolve();
  expect(said).toEqual(['first']);
  await nextTurn();
  expect(said).toEqual(['first', 'follows', 'later']);
});
