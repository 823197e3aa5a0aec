import { expect, it } from 'vitest';
import { openEvents } from '../../test/event-reader.ts';
import { createHarness } from '../../test/harness.ts';

it('a message that is sent again is told to open screens: the server that stored it may have died before it told', async () => {
  await using harness = await createHarness();
  const [ana, dan] = await Promise.all([harness.person('anna'), harness.person('daniel')]);
  const body = { recipientId: dan.id, message: 'once', clientId: 'c-2' };
  const send = async () => expect((await ana.call('messages.send', { body })).status).toBe(200);
  await send();
  await using screen = await openEvents(dan);
  await screen.until(({ events }) => events.length > 0);
  expect(screen.names()).toEqual(['resync']);
  const told = () => screen.dataOf('message').map(({ message }) => message.message);
  await send();
  await screen.until(() => told().length > 0);
  // Once is enough.
  await send();
  await ana.call('messages.send', { body: { recipientId: dan.id, message: 'the next' } });
  await screen.until(() => told().includes('the next'));
  expect(told()).toEqual(['once', 'the next']);
});
