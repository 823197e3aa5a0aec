import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, expect, it, vi } from 'vitest';
import { createUser } from '../server/src/accounts/new-accounts/create-user.ts';
import { withSite } from '../server/src/cli/site.ts';
import { readSite } from '../server/src/platform/site/settings.ts';
import { temporaryDir } from '../server/test/temporary-dir.ts';
import { writeAccounts } from './accounts-file.ts';
import { run } from './seed.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

/** What the command prints over this data folder. */
async function seed(dataDir: string): Promise<string> {
  vi.stubEnv('DUET_DATA_DIR', dataDir);
  const output = new PassThrough();
  await run([], { input: new PassThrough(), output, errors: output });
  output.end();
  return text(output);
}

it('leaves a site alone that has people of its own', async () => {
  using dir = temporaryDir();
  vi.stubEnv('DUET_DATA_DIR', dir.path);
  const person = { username: 'somebody', email: 'a@example.org', role: 'user', language: null } as const;
  await withSite((context) => createUser(context, { ...person, password: 'Secret!123' }), { create: true });
  await expect(seed(dir.path)).rejects.toThrow(/has people already/);
});

it('tells the accounts of a demo that is there', async () => {
  using dir = temporaryDir();
  writeAccounts(dir.path, [
    { username: 'ioana', password: 'Amber-Oak-River-1234', role: 'admin' },
    { username: 'sofia_m', password: 'Mint-Oak-River-4321', role: 'user' },
  ]);
  expect(await seed(dir.path)).toContain(
    '  ioana    Amber-Oak-River-1234   (admin)\n  sofia_m  Mint-Oak-River-4321\n',
  );
});

it('fills an empty site, and tells the same accounts the next time', { timeout: 120_000 }, async () => {
  using dir = temporaryDir();
  const told = await seed(dir.path);
  expect(told).toContain('(admin)');
  expect((await seed(dir.path)).trim()).toBe(told.slice(told.indexOf('Sign in')).trim());
  const kinds = await withSite(({ db }) =>
    db.read.selectFrom('posts').select('post_type').where('published', '=', 1).distinct().execute(),
  );
  const { coverPath, line } = await withSite((context) => readSite(context.db.read, context.config));
  expect([line, coverPath]).toEqual([expect.stringMatching(/soups/), expect.stringMatching(/^photos\//)]);
  expect(kinds.map(({ post_type }) => post_type).toSorted()).toEqual(['gallery', 'richText', 'video']);
});
