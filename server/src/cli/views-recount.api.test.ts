import { expect, it } from 'vitest';
import { createHarness, type Harness } from '../../test/harness.ts';
import { richText } from '../../test/posts.ts';
import { callCommand, runCommand } from '../../test/run-command.ts';

/** Calls the command beside the running server, or with `by` runs it in a process of its own. */
const recount = ({ context }: Harness, words: readonly string[] = [], by: typeof runCommand = callCommand) =>
  by(context.config, ['views', 'recount', ...words]);

it('finds what is shown, says what differs, and mends it when asked', async () => {
  await using harness = await createHarness();
  const admin = await harness.admin();
  const [{ _id: first }, { _id: second }] = [await richText(admin), await richText(admin)];
  for (const viewerId of ['one', 'two', 'one']) {
    await harness.guest.call('views.record', { body: { postIds: [first, second], viewerId } });
  }
  const agreed = '2 posts, 4 views written down, 0 posts show another number.\n';
  expect(await recount(harness)).toEqual({ code: 0, output: agreed, errors: '' });

  await harness.context.db.write((tx) =>
    tx.updateTable('posts').set({ view_count: 70 }).where('id', '=', second).execute(),
  );
  const differs = `${second} shows 70, written down are 2\n2 posts, 4 views written down, 1 posts show another number.\n`;
  const told = await recount(harness, [], runCommand);
  expect([told.code, told.output]).toEqual([1, differs]);
  expect(told.errors).toContain('--fix');
  expect(await recount(harness, ['--fix'], runCommand)).toEqual({
    code: 0,
    output: `${differs}1 posts corrected.\n`,
    errors: '',
  });
  expect((await recount(harness)).output).toBe(agreed);
  expect((await recount(harness, ['--what'])).code).toBe(2);
});
