import type { FastifyInstance } from 'fastify';
import { createContext } from '../src/context.ts';
import { type Config, readConfig } from '../src/platform/config/config.ts';
import type { Context, PlatformContext } from '../src/platform/context.ts';
import type { Authenticate, Handlers, Recognize, Viewer } from '../src/platform/http/handler.ts';
import { createServer, type ServerOptions } from '../src/platform/http/server.ts';
import { stopServer } from '../src/platform/http/stop.ts';
import type { Table } from '../src/platform/http/table.ts';
import { temporaryDir } from './temporary-dir.ts';

const viewer = (username: string, role: Viewer['role']): Viewer => ({
  id: `id-of-${username}`,
  username,
  displayName: '',
  role,
  accountRole: role,
  language: null,
  sessionId: 'session',
});

/** Two live tokens; every other is dead. */
export const recognize: Recognize = (_context, token) => {
  if (token === 'maria') return viewer('maria', 'user');
  return token === 'admin' ? viewer('admin', 'admin') : null;
};
const authenticate: Authenticate = async (context, token) => recognize(context, token);

export interface TinyOptions<Rows extends Table> extends Partial<Omit<ServerOptions, 'table' | 'handlers'>> {
  readonly table: Rows;
  readonly handlers: Handlers<Rows>;
  readonly config?: Partial<Config>;
  readonly overrides?: Partial<PlatformContext>;
}

interface TinyAnswer {
  readonly status: number;
  readonly body: {
    readonly success: boolean;
    readonly data: Readonly<Record<string, unknown>>;
    readonly error: string;
    readonly code: string;
    readonly fields: Readonly<Record<string, string>>;
  };
}

export async function answerOf(response: Response): Promise<TinyAnswer> {
  return { status: response.status, body: (await response.json()) as TinyAnswer['body'] };
}

export interface TinyServer extends AsyncDisposable {
  readonly url: string;
  readonly app: FastifyInstance;
  readonly context: Context;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Sends JSON; with `token`, as that person. */
  json(method: string, path: string, body: unknown, token?: string): Promise<Response>;
  stop(): Promise<void>;
}

/** The platform's server over a table of the test's own, with real adapters and no noun. */
export async function createTinyServer<Rows extends Table>(options: TinyOptions<Rows>): Promise<TinyServer> {
  const { config, overrides = {}, table, handlers, ...rest } = options;
  await using parts = new AsyncDisposableStack();
  const dir = parts.use(temporaryDir());
  const settings: Config = {
    ...readConfig({ DUET_PORT: '0', DUET_RATE_LIMIT: '0', DUET_LOG_LEVEL: 'silent' }).config,
    dataDir: dir.path,
    ...config,
  };
  const context = parts.use(await createContext(settings, { exclusive: true, overrides }));
  const stopping = new AbortController();
  const app = await createServer({
    authenticate,
    webApp: { files: new Map(), head: async () => '' },
    shedLoad: false,
    checkAnswers: true,
    stopping: stopping.signal,
    ...rest,
    context,
    table,
    handlers: handlers as Handlers<Table>,
  });
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= stopServer(app, stopping);
    return stopped;
  };
  parts.defer(stop);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const all = parts.move();
  const send = (path: string, init: RequestInit = {}) => fetch(url + path, { redirect: 'manual', ...init });
  return {
    url,
    app,
    context,
    stop,
    fetch: send,
    json: (method, path, body, token) =>
      send(path, {
        method,
        headers: {
          'content-type': 'application/json',
          ...(token ? { authorization: `Bearer ${token}` } : {}),
        },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}
