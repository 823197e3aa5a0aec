import { mkdirSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { createUser } from '../../src/accounts/new-accounts/create-user.ts';
import { createApp } from '../../src/app.ts';
import { createContext } from '../../src/context.ts';
import { type Config, readConfig } from '../../src/platform/config/config.ts';
import type { Context, PlatformContext } from '../../src/platform/context.ts';
import { minCheckIntervalMs } from '../../src/platform/db/dialect/sqlite-other-writers.ts';
import { stopServer } from '../../src/platform/http/stop.ts';
import { Client } from '../client.ts';
import { password } from '../harness.ts';
import { Barrier } from '../model/barrier.ts';
import { cheapImages } from '../model/border.ts';
import { temporaryDir } from '../temporary-dir.ts';
import { createTestDatabase, databaseKind } from '../test-database.ts';
import { DelayedAnswers } from './delayed-answers.ts';
import { keepNothing } from './without-cache.ts';

/** Goes on only when it is put forward: how long something is cached does not hang on how busy the machine is. */
class StandingClock {
  #now = Date.now();

  readonly now = (): number => this.#now;

  forward(ms: number): void {
    this.#now += ms;
  }
}

/** Three servers over one database: two that cache answers, and one that makes each anew. */
export interface Servers extends AsyncDisposable {
  readonly keeping: readonly [url: string, url: string];
  /** Of those that cache answers, for what is done at the command line. */
  readonly contexts: readonly [Context, Context];
  /** Of what they keep. */
  readonly late: readonly [DelayedAnswers, DelayedAnswers];
  readonly reference: string;
  /** Of the connections to all of them. */
  readonly agent: Agent;
  /** Resolves when what this one answers from now on has to show all that the other one has answered before. */
  settle(server: number): Promise<void>;
  readonly clock: StandingClock;
  /** An admin's token, who stays one. */
  readonly admin: { readonly id: string; readonly token: string };
}

/** On SQLite the second one writes beside the first as the command line does: by a connection of its own to the file. */
export async function openServers(): Promise<Servers> {
  await using parts = new AsyncDisposableStack();
  const dir = parts.use(temporaryDir());
  const database = parts.use(await createTestDatabase());
  const clock = new StandingClock();
  const settings = readConfig({
    DUET_PORT: '0',
    DUET_RATE_LIMIT: '0',
    DUET_LOG_LEVEL: 'error',
    DUET_FFMPEG: 'off',
  });
  const config: Config = { ...settings.config, dataDir: dir.path, databaseUrl: database.url };
  const webDir = join(dir.path, 'web');
  mkdirSync(webDir);
  writeFileSync(join(webDir, 'index.html'), '<!doctype html><html><head></head><body></body></html>');
  const images = cheapImages(new Barrier());
  const open = async (exclusive: boolean, more: Partial<PlatformContext> = {}) => {
    const context = parts.use(
      await createContext(config, {
        exclusive,
        overrides: { clock, confirmedClock: clock, images, ...more },
      }),
    );
    const stopping = new AbortController();
    const app = await createApp(context, {
      stopping: stopping.signal,
      webDir: pathToFileURL(`${webDir}/`),
      shedLoad: false,
    });
    parts.defer(() => stopServer(app, stopping));
    return { context, url: await app.listen({ host: '127.0.0.1', port: 0 }) };
  };
  const first = await open(true);
  const second = await open(false);
  const bare = parts.use(
    await createContext(config, { exclusive: false, overrides: { clock, confirmedClock: clock, images } }),
  );
  const reference = await open(false, keepNothing(bare));
  const agent = new Agent({ keepAlive: true });
  parts.defer(() => agent.destroy());
  const id = await adminOf(first.context);
  const { status, body } = await new Client(first.url).call('accounts.login', {
    body: { username: 'ioana', password },
  });
  if (status !== 200) throw new Error(body.error);
  const all = parts.move();
  return {
    keeping: [first.url, second.url],
    contexts: [first.context, second.context],
    late: [new DelayedAnswers(first.context.db), new DelayedAnswers(second.context.db)],
    reference: reference.url,
    agent,
    settle: async (server) => {
      if (databaseKind === 'postgres') await [first, second][server]?.context.db.syncOtherPrograms();
      // It looks by itself when it is asked, though no sooner; timers are up to 1 ms early.
      else await wait(minCheckIntervalMs + 1);
    },
    clock,
    admin: { id, token: body.data.token },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

const adminOf = (context: Context): Promise<string> =>
  createUser(context, {
    username: 'ioana',
    email: 'ioana@example.org',
    role: 'admin',
    language: null,
    password,
  });
