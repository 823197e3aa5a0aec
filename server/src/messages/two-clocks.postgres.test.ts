import { expect, it } from 'vitest';
import { createHarness } from '../../test/harness.ts';
import { openSecondServer } from '../../test/second-server.ts';

it('of two servers whose clocks differ, an answer stands below what it answers', async () => {
  await using first = await createHarness();
  const behind = { now: () => Date.now() - 60 * 60 * 1000 };
  await using second = await openSecondServer(first, { clock: behind });

  const [anna, dan] = await Promise.all([first.person('anna'), first.person('daniel')]);
  const danThere = second.person(dan);
  const heard: string[] = [];
  using unsubscribing = new DisposableStack();
  unsubscribing.defer(
    second.context.realtime.subscribe({
      signal: (signal) => signal.type === 'message' && heard.push(signal.id),
      gap: () => {},
    }),
  );
  const expected: string[] = [];
  for (let n = 1; n <= 5; n += 1) {
    expected.push(`question ${n}`, `answer ${n}`);
    await anna.call('messages.send', { body: { recipientId: dan.id, message: `question ${n}` } });
    await expect.poll(() => heard.length).toBe(2 * n - 1);
    await danThere.call('messages.send', { body: { recipientId: anna.id, message: `answer ${n}` } });
    await expect.poll(() => heard.length).toBe(2 * n);
  }
  const { body } = await anna.call('messages.conversation', { params: { id: dan.id } });
  expect(body.data.messages.map(({ message }) => message)).toEqual(expected);
});
