import { expect, it } from 'vitest';
import { createHarness, type Harness } from '../../test/harness.ts';
import { richText } from '../../test/posts.ts';
import { temporaryDir } from '../../test/temporary-dir.ts';
import { createTestDatabase } from '../../test/test-database.ts';

const day = 24 * 60 * 60 * 1000;

it('a thread, its inbox and the comments go on below each other after the clock was set back', async () => {
  using dir = temporaryDir();
  await using database = await createTestDatabase();
  const config = { dataDir: dir.path, databaseUrl: database.url };
  const ahead = { now: () => Date.now() + day };
  const before = await createHarness({ config, overrides: { clock: ahead } });
  const people = async (site: Harness) => [await site.signIn('anna'), await site.signIn('daniel')] as const;
  const admin = await before.admin();
  await before.person('anna');
  await before.person('daniel');
  await before.person('evelyn');
  const [anna, dan] = await people(before);
  const { _id: postId } = await richText(admin);
  for (const message of ['one', 'two'])
    await anna.call('messages.send', { body: { recipientId: dan.id, message } });
  await anna.call('comments.create', { body: { postId, text: 'one' } });
  await before[Symbol.asyncDispose]();

  // The next start has the right time, a day earlier.
  await using after = await createHarness({ config });
  const [annaNow, danNow] = await people(after);
  const evelyn = await after.signIn('evelyn');
  await evelyn.call('messages.send', { body: { recipientId: anna.id, message: 'hello' } });
  for (const message of ['three', 'four'])
    await danNow.call('messages.send', { body: { recipientId: anna.id, message } });
  await danNow.call('comments.create', { body: { postId, text: 'two' } });
  const thread = await annaNow.call('messages.conversation', { params: { id: dan.id } });
  expect(thread.body.data.messages.map(({ message }) => message)).toEqual(['one', 'two', 'three', 'four']);
  const inbox = await annaNow.call('messages.conversations');
  expect(inbox.body.data.conversations.map(({ lastMessage }) => lastMessage)).toEqual(['four', 'hello']);
  const comments = await annaNow.call('comments.list', { params: { id: postId } });
  expect(comments.body.data.comments.map(({ text }) => text)).toEqual(['two', 'one']);
});
