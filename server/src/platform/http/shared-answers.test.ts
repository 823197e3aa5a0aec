import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { CachedAnswer } from './cached-answer.ts';
import { SharedAnswers } from './shared-answers.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
setFlagsFromString('--no-expose-gc');

const answer = (text: string) => new CachedAnswer(JSON.stringify(text), null, '/api/posts');

it('shares as many answers as there is room for, and no more', () => {
  const shared = new SharedAnswers();
  const held = Array.from({ length: 40 }, (_, n) => answer(String(n)));
  for (const [n, each] of held.entries()) shared.add(String(n), each);
  expect(held.filter((each, n) => shared.get(String(n)) === each)).toHaveLength(32);
});

it('forgets an answer that nobody holds, and has room for another one', async () => {
  const shared = new SharedAnswers();
  const held = answer('held');
  shared.add('held', held);
  for (let n = 0; n < 31; n += 1) shared.add(String(n), answer('held by nobody'));
  // What a WeakRef was made of stays until the end of the turn.
  await turn();
  collect();
  expect(shared.get('held')).toBe(held);
  expect(shared.get('0')).toBeUndefined();
  const another = answer('another');
  shared.add('another', another);
  expect(shared.get('another')).toBe(another);
});
