import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { TurnEnd } from './loop-turn.ts';

/** Waits for the end of the turn, and says so. */
const waitAndSay = async (turnEnd: TurnEnd, name: string, said: string[]) => {
  await turnEnd.next();
  said.push(name);
};

it('lets those who wait in one turn go on one right after the other, when the turn is over', async () => {
  const turnEnd = new TurnEnd();
  const said: string[] = [];
  const first = waitAndSay(turnEnd, 'first', said);
  await Promise.resolve();
  const second = waitAndSay(turnEnd, 'second', said);
  process.nextTick(() => said.push('still this turn'));
  await Promise.all([first, second]);
  expect(said).toEqual(['still this turn', 'first', 'second']);
});

it('lets who waits in a later turn wait for the end of that one', async () => {
  const turnEnd = new TurnEnd();
  await turnEnd.next();
  const said: string[] = [];
  const later = waitAndSay(turnEnd, 'later', said);
  await Promise.resolve();
  expect(said).toEqual([]);
  await Promise.all([later, nextTurn()]);
  expect(said).toEqual(['later']);
});
