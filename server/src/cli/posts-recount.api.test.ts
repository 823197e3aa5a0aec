import { expect, it } from 'vitest';
import { createHarness, type Harness } from '../../test/harness.ts';
import { gallery, richText } from '../../test/posts.ts';
import { callCommand, runCommand } from '../../test/run-command.ts';

/** Calls the command beside the running server, or with `by` runs it in a process of its own. */
const recount = ({ context }: Harness, words: readonly string[] = [], by: typeof runCommand = callCommand) =>
  by(context.config, ['posts', 'recount', ...words]);

it('finds the totals right after every change, says which differ, and counts them anew when asked', async () => {
  await using harness = await createHarness();
  const admin = await harness.admin();
  const other = await harness.admin('second_admin');
  const [, second, third] = [await richText(admin), await richText(other), await gallery(admin, 1)];
  await admin.send('posts.update', { adminOnlyVisibility: true }, { id: third._id });
  await admin.call('posts.delete', { params: { id: second._id } });
  const agreed = '2 posts are published, 0 totals are wrong.\n';
  expect(await recount(harness)).toEqual({ code: 0, output: agreed, errors: '' });

  const { db } = harness.context;
  await db.write((tx) => tx.updateTable('post_days').set({ public_count: 7 }).execute());
  const day = new Date().toISOString().slice(0, 10);
  const differs = `${day} counts 7 public and 1 admin-only posts, there are 1 and 1\n2 posts are published, 1 totals are wrong.\n`;
  const told = await recount(harness, [], runCommand);
  expect([told.code, told.output]).toEqual([1, differs]);
  expect(told.errors).toContain('--fix');
  expect(await recount(harness, ['--fix'], runCommand)).toEqual({
    code: 0,
    output: `${differs}1 totals corrected.\n`,
    errors: '',
  });
  expect((await recount(harness)).output).toBe(agreed);
  expect((await recount(harness, ['--what'])).code).toBe(2);
}, 60_000);
