import { expect, it } from 'vitest';
import { openEvents } from '../../test/event-reader.ts';
import { createHarness, Person } from '../../test/harness.ts';
import { temporaryDir } from '../../test/temporary-dir.ts';
import { createApp } from '../app.ts';
import { createContext } from '../context.ts';

it('of two servers each tells its own streams what happens on the other', async () => {
  await using first = await createHarness();
  await using second = new AsyncDisposableStack();
  const dir = second.use(temporaryDir());
  const config = { ...first.context.config, dataDir: dir.path };
  const context = second.use(await createContext(config, { exclusive: true }));
  const stopping = new AbortController();
  const webDir = new URL(`file://${dir.path}/no-web-app/`);
  const app = await createApp(context, { stopping: stopping.signal, webDir, shedLoad: false });
  second.defer(async () => {
    stopping.abort();
    await app.close();
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });

  const [ana, dan] = await Promise.all([first.person('anna'), first.person('daniel')]);
  const danThere = new Person(url, dan.token ?? '', dan.user, dan.password);
  await using here = await openEvents(ana);
  await using there = await openEvents(danThere);
  await Promise.all([here, there].map((each) => each.until(({ events }) => events.length > 0)));

  for (let n = 1; n <= 20; n += 1) {
    await ana.call('messages.send', { body: { recipientId: dan.id, message: `m${n}` } });
  }
  await there.until((each) => each.dataOf('message').length === 20);
  expect(there.dataOf('message').map(({ message }) => message.message)).toEqual(
    Array.from({ length: 20 }, (_, n) => `m${n + 1}`),
  );
  await danThere.call('messages.conversation', { params: { id: ana.id } });
  await here.until((each) => each.names().includes('read'));

  await ana.call('accounts.logout');
  await here.ended;
  await dan.call('accounts.logout');
  await there.ended;
});
