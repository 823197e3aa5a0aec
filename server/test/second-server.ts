import { createApp } from '../src/app.ts';
import { createContext } from '../src/context.ts';
import type { Config } from '../src/platform/config/config.ts';
import type { Context, PlatformContext } from '../src/platform/context.ts';
import { type Harness, Person } from './harness.ts';
import { sharedImages } from './shared-images.ts';
import { temporaryDir } from './temporary-dir.ts';

/** A server beside a harness. */
export interface SecondServer extends AsyncDisposable {
  readonly context: Context;
  /** The same person, who calls this server. */
  person(person: Person): Person;
}

/** On the same PostgreSQL, with a data folder of its own. */
export async function openSecondServer(
  first: Harness,
  overrides: Partial<PlatformContext> = {},
): Promise<SecondServer> {
  await using parts = new AsyncDisposableStack();
  const dir = parts.use(temporaryDir());
  const server = parts.use(await openServer({ ...first.context.config, dataDir: dir.path }, overrides));
  const all = parts.move();
  return { ...server, [Symbol.asyncDispose]: () => all.disposeAsync() };
}

/** On a site that is there. */
export async function openServer(
  config: Config,
  overrides: Partial<PlatformContext> = {},
): Promise<SecondServer> {
  await using parts = new AsyncDisposableStack();
  const context = parts.use(
    await createContext(config, { exclusive: true, overrides: { images: sharedImages(), ...overrides } }),
  );
  const stopping = new AbortController();
  const webDir = new URL(`file://${config.dataDir}/no-web-app/`);
  const app = await createApp(context, { stopping: stopping.signal, webDir, shedLoad: false });
  parts.defer(async () => {
    stopping.abort();
    await app.close();
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const all = parts.move();
  return {
    context,
    person: ({ token, user, password }) => new Person(url, token ?? '', user, password),
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}
