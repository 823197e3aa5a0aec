import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { TurnEnd } from './turn-end.ts';

it('does what one turn has collected one right after the other, when the turn is over', async () => {
  const said: string[] = [];
  const turnEnd = new TurnEnd<string>((name) => {
    said.push(name);
    queueMicrotask(() => said.push(`after ${name}`));
  });
  turnEnd.add('first');
  await Promise.resolve();
  turnEnd.add('second');
  process.nextTick(() => said.push('still this turn'));
  await nextTurn();
  expect(said).toEqual(['still this turn', 'first', 'second', 'after first', 'after second']);
});

it('leaves what comes in a later turn, or while it works, for the end of that one', async () => {
  const said: string[] = [];
  const turnEnd = new TurnEnd<string>((name) => {
    said.push(name);
    if (name === 'first') turnEnd.add('follows');
  });
  turnEnd.add('first');
  await nextTurn();
  expect(said).toEqual(['first']);
  turnEnd.add('later');
  await Promise.resolve();
  expect(said).toEqual(['first']);
  await nextTurn();
  expect(said).toEqual(['first', 'follows', 'later']);
});
