import { Client } from '../client.ts';
import { type FaultyProxy, startFaultyProxy } from '../faulty-proxy.ts';
import { Person, password } from '../harness.ts';
import { type ServerProcess, startServer } from '../model/server-process.ts';
import { startS3Server } from '../s3-server.ts';
import { temporaryDir } from '../temporary-dir.ts';
import { createTestDatabase } from '../test-database.ts';
import { type Balancer, startBalancer } from './balancer.ts';

/** Several servers that are one site, with one address in front of them. */
export interface ManyServers extends AsyncDisposable {
  readonly servers: readonly ServerProcess[];
  readonly balancer: Balancer;
  /** The way from the servers to the object store. */
  readonly store: FaultyProxy;
  /** Kills the server of this number and starts another in its place. */
  replace(number: number): Promise<void>;
  /** The admin of the set-up link. */
  admin(): Promise<Person>;
  /** Registers somebody through the balancer. */
  person(username: string): Promise<Person>;
  /** The same person, who calls the server of this number. */
  at(number: number, person: Person): Person;
}

interface Options {
  readonly count: number;
  /** Whether the balancer is nginx, where it is installed. */
  readonly nginx: boolean;
}

/** PostgreSQL, an object store, and `count` servers with nothing in common but settings. All of them have the same folder. */
export async function openManyServers({ count, nginx }: Options): Promise<ManyServers> {
  await using parts = new AsyncDisposableStack();
  const { path } = parts.use(temporaryDir());
  const { url: databaseUrl } = parts.use(await createTestDatabase('empty'));
  const s3 = parts.use(await startS3Server());
  const store = parts.use(await startFaultyProxy(s3.port));
  const settings = {
    DUET_DATABASE_URL: databaseUrl ?? '',
    DUET_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    DUET_S3_ENDPOINT: store.url,
    DUET_S3_BUCKET: s3.settings.bucket,
    DUET_S3_ACCESS_KEY_ID: s3.settings.accessKeyId,
    DUET_S3_SECRET_ACCESS_KEY: s3.settings.secretAccessKey,
    DUET_S3_PATH_STYLE: '1',
    // What a test makes fail on purpose is told there.
    DUET_LOG_LEVEL: 'silent',
  };
  const started: ServerProcess[] = [];
  // Also those beside one that does not start.
  parts.defer(async () => {
    await Promise.all(started.map((server) => server.kill('SIGKILL')));
  });
  const start = async () => {
    const server = await startServer(path, settings);
    started.push(server);
    return server;
  };
  const starting = await Promise.allSettled(Array.from({ length: count }, start));
  const servers = starting.map((each) => {
    if (each.status === 'rejected') throw each.reason;
    return each.value;
  });
  const balancer = parts.use(await startBalancer(nginx));
  await balancer.use(servers.map(({ url }) => url));
  const guest = new Client(balancer.url);
  const register = async (username: string, setupCode?: string) => {
    const body = { username, email: `${username}@example.org`, password, setupCode };
    const answer = await guest.call('accounts.register', { body });
    if (answer.status !== 200) throw new Error(`${username} cannot register: ${answer.body.error}`);
    return new Person(balancer.url, answer.body.data.token ?? '', answer.body.data.user, password);
  };
  const all = parts.move();
  return {
    servers,
    balancer,
    store,
    async replace(number) {
      await servers[number]?.kill('SIGKILL');
      servers[number] = await start();
      await balancer.use(servers.map(({ url }) => url));
    },
    admin: () => register('admin', /setup=([\w-]{43})/.exec(servers.at(-1)?.printed() ?? '')?.[1]),
    person: (username) => register(username),
    at: (number, { token, user }) => new Person(servers[number]?.url ?? '', token ?? '', user, password),
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}
