import type { RateLimitName } from '@duet/contract/limits';
import { expect, it } from 'vitest';
import { createHarness } from '../../test/harness.ts';
import { createLimiter } from '../platform/http/limiter.ts';

it('lets a person send 30 messages a minute', async () => {
  await using harness = await createHarness({ config: { rateLimit: 1 } });
  const [one, two] = await Promise.all([harness.person('one_'), harness.person('two_')]);
  const answers = [];
  for (let n = 0; n <= 30; n++) {
    answers.push(await one.call('messages.send', { body: { recipientId: two.id, message: 'x' } }));
  }
  expect(answers.map(({ status }) => status)).toEqual([...Array(30).fill(200), 429]);
  expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0);
});

it('counts messages by the day as well, whatever the minute allows', async () => {
  const counted: string[] = [];
  const limiter = {
    backoff: createLimiter(0).backoff,
    async consume(name: RateLimitName, key: string) {
      counted.push(`${name} ${key}`);
    },
  };
  await using harness = await createHarness({ overrides: { limiter } });
  const [one, two] = await Promise.all([harness.person('one_'), harness.person('two_')]);
  await one.call('messages.send', { body: { recipientId: two.id, message: 'x' } });
  expect(counted).toEqual(expect.arrayContaining([`messages ${one.id}`, `messagesDay ${one.id}`]));
});
