import { expect, it } from 'vitest';
import { createHarness, Person } from '../../test/harness.ts';
import { temporaryDir } from '../../test/temporary-dir.ts';
import { createApp } from '../app.ts';
import { createContext } from '../context.ts';

it('of two servers whose clocks differ, an answer stands below what it answers', async () => {
  await using first = await createHarness();
  await using second = new AsyncDisposableStack();
  const dir = second.use(temporaryDir());
  const config = { ...first.context.config, dataDir: dir.path };
  const behind = { now: () => Date.now() - 60 * 60 * 1000 };
  const context = second.use(await createContext(config, { exclusive: true, overrides: { clock: behind } }));
  const stopping = new AbortController();
  const webDir = new URL(`file://${dir.path}/no-web-app/`);
  const app = await createApp(context, { stopping: stopping.signal, webDir, shedLoad: false });
  second.defer(async () => {
    stopping.abort();
    await app.close();
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });

  const [anna, dan] = await Promise.all([first.person('anna'), first.person('daniel')]);
  const danThere = new Person(url, dan.token ?? '', dan.user, dan.password);
  const heard: string[] = [];
  second.defer(
    context.realtime.subscribe({
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
