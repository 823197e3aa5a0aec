import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { User } from '@duet/contract/accounts/shapes';
import { startupNotices } from '../src/accounts/new-accounts/setup-link.ts';
import { createApp } from '../src/app.ts';
import { createContext } from '../src/context.ts';
import { serverJobs } from '../src/jobs.ts';
import { type Config, readConfig } from '../src/platform/config/config.ts';
import type { Context, PlatformContext } from '../src/platform/context.ts';
import type { Database, Reads } from '../src/platform/db/database.ts';
import { stopServer } from '../src/platform/http/stop.ts';
import type { Job } from '../src/platform/jobs/job.ts';
import { Client } from './client.ts';
import { putMigratedFile } from './migrated-file.ts';
import { serverCount } from './on-one-server.ts';
import { startS3Server } from './s3-server.ts';
import { startOwnBalancer } from './scale/balancer.ts';
import { sharedImages } from './shared-images.ts';
import { temporaryDir } from './temporary-dir.ts';
import { createTestDatabase, databaseKind } from './test-database.ts';

/** A signed-in caller. */
export class Person extends Client {
  readonly user: User;
  readonly password: string;

  constructor(url: string, token: string, user: User, password: string) {
    super(url, token);
    this.user = user;
    this.password = password;
  }

  get id(): string {
    return this.user._id;
  }
}

/** A clock that goes on by itself and can be put forward. */
export class TestClock {
  #ahead = 0;

  readonly now = (): number => Date.now() + this.#ahead;

  forward(ms: number): void {
    this.#ahead += ms;
  }
}

export interface HarnessOptions {
  /** Settings beside those of a test (limits off, any port). */
  readonly config?: Partial<Config>;
  /** Parts of the context to replace; who passes them disposes them. */
  readonly overrides?: Partial<PlatformContext>;
  /** Keeps space for the database on the disk, as the server does. */
  readonly keepBallast?: boolean;
  /** The built files of a web app, by their paths without a slash; none by default. */
  readonly web?: Readonly<Record<string, string>>;
}

/** Every account of a harness has it. */
export const password = 'Secret!123';

/** A whole site of its own: the real application over an empty data folder, listening on a free port. */
export class Harness implements AsyncDisposable {
  readonly url: string;
  readonly context: Context;
  /** Of all its servers, that of `context` first. */
  readonly contexts: readonly [Context, ...Context[]];
  readonly clock: TestClock;
  readonly guest: Client;
  /**
   * How many statements have read from the database so far, without those of background jobs; on PostgreSQL without those for the
   * settings of the site.
   */
  readonly statements: () => number;
  readonly #setupCode: string;
  readonly #parts: AsyncDisposableStack;
  #firstAdmin: Promise<Person> | undefined;

  constructor(
    url: string,
    contexts: readonly [Context, ...Context[]],
    clock: TestClock,
    setupCode: string,
    parts: AsyncDisposableStack,
  ) {
    const [context] = contexts;
    this.url = url;
    this.context = context;
    this.contexts = contexts;
    this.clock = clock;
    this.guest = new Client(url);
    this.#setupCode = setupCode;
    this.#parts = parts;
    this.statements = countReads(context.db);
  }

  /** Registers somebody, over the API. */
  async person(username: string): Promise<Person> {
    return this.#register(username);
  }

  /** The one that the set-up link makes; every further name is made an admin by that one. */
  async admin(username = 'admin'): Promise<Person> {
    if (!this.#firstAdmin) {
      this.#firstAdmin = this.#register(username, this.#setupCode);
      return this.#firstAdmin;
    }
    const first = await this.#firstAdmin;
    if (username === first.user.username) return first;
    const { user } = await this.person(username);
    const changed = await first.call('accounts.changeUser', {
      params: { id: user._id },
      body: { role: 'admin' },
    });
    if (changed.status !== 200) throw new Error(`no admin was made: ${changed.body.error}`);
    return this.signIn(username);
  }

  /** A new session of an account of this harness. */
  async signIn(username: string): Promise<Person> {
    const { status, body } = await this.guest.call('accounts.login', { body: { username, password } });
    if (status !== 200) throw new Error(`${username} cannot sign in: ${body.error}`);
    if (!body.data.user) throw new Error(`${username} signs in with a second step`);
    return new Person(this.url, body.data.token, body.data.user, password);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#parts.disposeAsync();
  }

  async #register(username: string, setupCode?: string): Promise<Person> {
    const email = `${username}@example.org`;
    const { status, body } = await this.guest.call('accounts.register', {
      body: { username, email, password, setupCode },
    });
    if (status !== 200) throw new Error(`${username} cannot register: ${body.error}`);
    return new Person(this.url, body.data.token ?? '', body.data.user, password);
  }
}

/** On PostgreSQL the settings of the site are kept for a second: any call may be the one that reads them again. */
const isExpected = (statement: string): boolean =>
  databaseKind === 'postgres' && statement.includes('from "site_settings"');

const inJob = new AsyncLocalStorage<true>();

/** A job whose reads are not counted: it runs whenever its period ends, beside any call. */
const uncounted = (job: Job): Job => ({ ...job, run: (signal) => inJob.run(true, () => job.run(signal)) });

function countReads(db: Database): () => number {
  let count = 0;
  const counted = (reads: Reads): Reads => {
    const executor = reads.getExecutor();
    const execute = executor.executeQuery.bind(executor);
    executor.executeQuery = (query, ...more) => {
      if (!isExpected(query.sql) && !inJob.getStore()) count += 1;
      return execute(query, ...more);
    };
    return reads;
  };
  counted(db.read);
  const readRecorded = db.readRecorded.bind(db);
  db.readRecorded = (record) => counted(readRecorded(record));
  return () => count;
}

/**
 * Builds a harness on the database of this run. With more servers than one (`npm run scale-test -- api`) it is a site on
 * PostgreSQL and an object store, behind a balancer that sends each request to the next server.
 * `await using harness = await createHarness()` also takes it down.
 */
export async function createHarness(options: HarnessOptions = {}): Promise<Harness> {
  await using parts = new AsyncDisposableStack();
  const database = parts.use(await createTestDatabase());
  const clock = new TestClock();
  const config: Config = {
    ...readConfig({ DUET_PORT: '0', DUET_RATE_LIMIT: '0', DUET_LOG_LEVEL: 'error' }).config,
    databaseUrl: database.url,
    ...(serverCount > 1 && { s3: parts.use(await startS3Server()).settings, secretKey: Buffer.alloc(32, 7) }),
  };
  const first = parts.use(await openServer(config, clock, options));
  const others: HarnessServer[] = [];
  while (others.length < serverCount - 1) others.push(parts.use(await openServer(config, clock, options)));
  let { url } = first;
  if (others.length > 0) {
    // A test asks for what it has just changed. What one server changes shows in the answers of the others within a second; here
    // they have heard of it before it is answered. How soon they hear is measured by `npm run scale-test -- events`.
    const synced = () => Promise.all([first, ...others].map(({ context }) => context.db.syncOtherPrograms()));
    const balancer = parts.use(await startOwnBalancer(synced));
    await balancer.use([first, ...others].map((server) => server.url));
    url = balancer.url;
  }
  const [notice = ''] = await startupNotices(first.context, url);
  const setupCode = new URL(/http\S+/.exec(notice)?.[0] ?? url).searchParams.get('setup') ?? '';
  const contexts = [first.context, ...others.map(({ context }) => context)] as const;
  return new Harness(url, contexts, clock, setupCode, parts.move());
}

interface HarnessServer extends AsyncDisposable {
  readonly url: string;
  readonly context: Context;
}

/** One server with a data folder of its own. */
async function openServer(
  shared: Config,
  clock: TestClock,
  { config, keepBallast = false, overrides, web = {} }: HarnessOptions,
): Promise<HarnessServer> {
  await using parts = new AsyncDisposableStack();
  const dir = parts.use(temporaryDir());
  if (databaseKind === 'sqlite') await putMigratedFile(dir.path);
  const context = parts.use(
    await createContext(
      { ...shared, dataDir: dir.path, ...config },
      {
        exclusive: true,
        keepBallast,
        // Time that is put forward has passed: the clock confirms itself.
        overrides: { clock, confirmedClock: overrides?.clock ?? clock, images: sharedImages(), ...overrides },
      },
    ),
  );
  for (const [name, text] of Object.entries(web)) {
    mkdirSync(join(dir.path, 'web-app'), { recursive: true });
    writeFileSync(join(dir.path, 'web-app', name), text);
  }
  const stopping = new AbortController();
  const app = await createApp(context, {
    stopping: stopping.signal,
    webDir: new URL(`file://${dir.path}/web-app/`),
    shedLoad: false,
    checkAnswers: true,
  });
  parts.defer(() => stopServer(app, stopping));
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  parts.use(context.jobs.start(serverJobs(context).map(uncounted)));
  const all = parts.move();
  return { url, context, [Symbol.asyncDispose]: () => all.disposeAsync() };
}
