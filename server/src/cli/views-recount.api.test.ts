import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { createHarness, type Harness } from '../../test/harness.ts';
import { richText } from '../../test/posts.ts';

const main = fileURLToPath(new URL('main.ts', import.meta.url));

/** Runs the real command beside the running server. */
async function recount({ context }: Harness, ...words: string[]) {
  const { dataDir, databaseUrl } = context.config;
  const child = spawn(process.execPath, [main, 'views', 'recount', ...words], {
    env: { ...process.env, DUET_DATA_DIR: dataDir, ...(databaseUrl && { DUET_DATABASE_URL: databaseUrl }) },
  });
  const [code, output, errors] = await Promise.all([
    new Promise((resolve) => child.on('close', resolve)),
    text(child.stdout),
    text(child.stderr),
  ]);
  return { code, output, errors };
}

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
  const told = await recount(harness);
  expect([told.code, told.output]).toEqual([1, differs]);
  expect(told.errors).toContain('--fix');
  expect(await recount(harness, '--fix')).toEqual({
    code: 0,
    output: `${differs}1 posts corrected.\n`,
    errors: '',
  });
  expect((await recount(harness)).output).toBe(agreed);
  expect((await recount(harness, '--what')).code).toBe(2);
});
