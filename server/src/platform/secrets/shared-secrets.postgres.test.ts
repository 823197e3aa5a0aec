import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHarness, password } from '../../../test/harness.ts';
import { runCommand } from '../../../test/run-command.ts';
import { openSecondServer } from '../../../test/second-server.ts';
import { temporaryDir } from '../../../test/temporary-dir.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { startupNotices } from '../../accounts/new-accounts/setup-link.ts';
import { createContext } from '../../context.ts';
import { type Config, readConfig } from '../config/config.ts';
import type { Context } from '../context.ts';
import { secretsFile } from './file.ts';

const secretKey = Buffer.alloc(32, 7);

let parts: AsyncDisposableStack;
let databaseUrl: string;
beforeEach(async () => {
  parts = new AsyncDisposableStack();
  databaseUrl = parts.use(await createTestDatabase()).url ?? '';
});
afterEach(() => parts.disposeAsync());

/** A server with a folder of its own; `dataDir` uses another's again. */
async function server(change: Partial<Config> = {}) {
  const { config } = readConfig({ DUET_LOG_LEVEL: 'silent', DUET_RATE_LIMIT: '0', DUET_FFMPEG: 'off' });
  const dataDir = parts.use(temporaryDir()).path;
  const own = { ...config, dataDir, databaseUrl, secretKey, ...change };
  return parts.use(await createContext(own, { exclusive: true }));
}

describe('servers that share their secrets', () => {
  it('have the same, however many start at once, and none of them in a file', async () => {
    const servers = await Promise.all([server(), server(), server(), server()]);
    const [first, ...others] = servers.map(({ secrets }) => secrets);
    for (const each of others) expect(each).toEqual(first);
    for (const { config } of servers) expect(existsSync(secretsFile(config.dataDir))).toBe(false);
    const row = await (servers[0] as Context).db.read
      .selectFrom('site_secrets')
      .selectAll()
      .executeTakeFirstOrThrow();
    for (const secret of Object.values(first ?? {})) expect(row.wrapped).not.toContain(secret);
  });

  it('all print the same set-up link, which works at each of them once', async () => {
    const [a, b, c] = [await server(), await server(), await server()];
    const links = [];
    for (const each of [a, b, c]) links.push(await startupNotices(each, 'https://duet.example.org'));
    expect(links[0]).toHaveLength(1);
    expect(links).toEqual([links[0], links[0], links[0]]);
  });

  it('sign people in who registered at another', async () => {
    await using first = await createHarness({ config: { secretKey } });
    const admin = await first.admin();
    await using second = await openSecondServer(first);
    const there = second.person(admin);
    const body = { username: admin.user.username, password };
    expect((await there.call('accounts.login', { body })).status).toBe(200);
    expect((await there.call('accounts.currentUser')).status).toBe(200);
  });

  it('do not start with another key', async () => {
    await server();
    await expect(server({ secretKey: Buffer.alloc(32, 8) })).rejects.toThrow('another DUET_SECRET_KEY');
  });

  it('change their key one after the other, and everybody stays signed in', async () => {
    const newKey = Buffer.alloc(32, 8);
    const both = { secretKey: newKey, formerSecretKey: secretKey };
    const command = (keys: { secretKey: Buffer; formerSecretKey?: Buffer }) =>
      runCommand({ dataDir: parts.use(temporaryDir()).path, databaseUrl }, ['secrets', 'rewrap'], {
        settings: {
          DUET_SECRET_KEY: keys.secretKey.toString('base64'),
          ...(keys.formerSecretKey && { DUET_SECRET_KEY_OLD: keys.formerSecretKey.toString('base64') }),
        },
      });
    const { secrets } = await server();
    // While some have both keys and some the old one, each starts; also again, when a machine dies.
    for (const keys of [both, {}, both]) expect((await server(keys)).secrets).toEqual(secrets);
    expect((await command({ secretKey: newKey })).code).toBe(1);
    const done = await command(both);
    expect([done.code, done.errors, done.output]).toEqual([0, '', expect.stringContaining('no more')]);
    for (const keys of [both, { secretKey: newKey }]) expect((await server(keys)).secrets).toEqual(secrets);
    await expect(server()).rejects.toThrow('another DUET_SECRET_KEY');
    expect((await command(both)).output).toContain('already');
  });

  it('take over the secrets.json of a site that had a folder', async () => {
    const before = await server({ secretKey: null });
    const { dataDir } = before.config;
    const copy = parts.use(temporaryDir()).path;
    mkdirSync(copy, { recursive: true });
    copyFileSync(secretsFile(dataDir), join(copy, 'secrets.json'));
    const after = await server({ dataDir: copy });
    expect(after.secrets).toEqual(before.secrets);
    expect((await server()).secrets).toEqual(before.secrets);
  });

  it('do not make new ones where there are people already, and say where the old ones are', async () => {
    await using site = await createHarness();
    await site.admin();
    const { databaseUrl: url } = site.context.config;
    await expect(server({ databaseUrl: url })).rejects.toThrow(
      /secrets\.json of the server that it had\. Copy/,
    );
  });
});
