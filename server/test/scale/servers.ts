import { type FaultyProxy, startFaultyProxy } from '../faulty-proxy.ts';
import { type ServerProcess, startServer } from '../model/server-process.ts';
import { startS3Server } from '../s3-server.ts';
import { temporaryDir } from '../temporary-dir.ts';
import { type Balancer, startBalancer } from './balancer.ts';

/** Several servers with nothing in common but settings, and one address in front of them. */
export interface Servers extends AsyncDisposable {
  readonly servers: readonly ServerProcess[];
  readonly balancer: Balancer;
  /** The way from the servers to the object store. */
  readonly store: FaultyProxy;
  /** Kills the server of this number and starts another in its place. */
  replace(number: number): Promise<void>;
  /** Starts one more with settings of its own, to which the balancer sends nobody. */
  add(settings: Readonly<Record<string, string>>): Promise<ServerProcess>;
  /** Ends them all, as a power cut or an operator would. */
  endAll(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
  /** Starts as many again, after `endAll`. */
  startAll(): Promise<void>;
}

export interface ServersOptions {
  readonly count: number;
  /** Whether the balancer is nginx, where it is installed. */
  readonly nginx: boolean;
  /** An empty database. */
  readonly databaseUrl: string;
  /** DUET_ variables beside those that make them one site. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** An object store and `count` servers on one database. All of them have the same folder. */
export async function openServers({ count, nginx, databaseUrl, settings }: ServersOptions): Promise<Servers> {
  await using parts = new AsyncDisposableStack();
  const { path } = parts.use(temporaryDir());
  const s3 = parts.use(await startS3Server());
  const store = parts.use(await startFaultyProxy(s3.port));
  const all = {
    DUET_DATABASE_URL: databaseUrl,
    DUET_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    DUET_S3_ENDPOINT: store.url,
    DUET_S3_BUCKET: s3.settings.bucket,
    DUET_S3_ACCESS_KEY_ID: s3.settings.accessKeyId,
    DUET_S3_SECRET_ACCESS_KEY: s3.settings.secretAccessKey,
    DUET_S3_PATH_STYLE: '1',
    ...settings,
  };
  const started: ServerProcess[] = [];
  const endAll = async (signal: 'SIGKILL' | 'SIGTERM') => {
    await Promise.all(started.map((server) => server.kill(signal)));
  };
  // Also those beside one that does not start.
  parts.defer(() => endAll('SIGKILL'));
  const start = async (more: Readonly<Record<string, string>> = {}) => {
    const server = await startServer(path, { ...all, ...more });
    started.push(server);
    return server;
  };
  const startMany = async () => {
    const starting = await Promise.allSettled(Array.from({ length: count }, () => start()));
    return starting.map((each) => {
      if (each.status === 'rejected') throw each.reason;
      return each.value;
    });
  };
  const servers = await startMany();
  const balancer = parts.use(await startBalancer(nginx));
  const useThem = () => balancer.use(servers.map(({ url }) => url));
  await useThem();
  const owned = parts.move();
  return {
    servers,
    balancer,
    store,
    async replace(number) {
      await servers[number]?.kill('SIGKILL');
      servers[number] = await start();
      await useThem();
    },
    add: start,
    endAll,
    async startAll() {
      servers.splice(0, count, ...(await startMany()));
      await useThem();
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
