import { setTimeout as wait } from 'node:timers/promises';
import { Client } from '../client.ts';
import { Person, password } from '../harness.ts';
import { createTestDatabase } from '../test-database.ts';
import { openServers, type Servers, type ServersOptions } from './servers.ts';

/** Several servers that are one site. */
export interface ManyServers extends Servers {
  /** The admin of the set-up link. */
  admin(): Promise<Person>;
  /** Registers somebody through the balancer. */
  person(username: string): Promise<Person>;
  /** The same person, who calls the server of this number. */
  at(number: number, person: Person): Person;
}

/** Servers that have just started beside other tests may be too late to let a guest in. */
async function whenTaken<T extends { readonly status: number }>(send: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    const answer = await send();
    if (answer.status !== 503 || tries === 20) return answer;
    await wait(500);
  }
}

/** PostgreSQL, an object store, and `count` servers. */
export async function openManyServers(
  options: Pick<ServersOptions, 'count' | 'nginx'>,
): Promise<ManyServers> {
  await using parts = new AsyncDisposableStack();
  const { url: databaseUrl } = parts.use(await createTestDatabase('empty'));
  // What a test makes fail on purpose is told in the log.
  const settings = { DUET_LOG_LEVEL: 'silent' };
  const site = parts.use(await openServers({ ...options, databaseUrl: databaseUrl ?? '', settings }));
  const { servers, balancer } = site;
  const guest = new Client(balancer.url);
  const register = async (username: string, setupCode?: string) => {
    const body = { username, email: `${username}@example.org`, password, setupCode };
    const answer = await whenTaken(() => guest.call('accounts.register', { body }));
    if (answer.status !== 200) throw new Error(`${username} cannot register: ${answer.body.error}`);
    return new Person(balancer.url, answer.body.data.token ?? '', answer.body.data.user, password);
  };
  const all = parts.move();
  return {
    ...site,
    admin: () => register('admin', /setup=([\w-]{43})/.exec(servers.at(-1)?.printed() ?? '')?.[1]),
    person: (username) => register(username),
    at: (number, { token, user }) => new Person(servers[number]?.url ?? '', token ?? '', user, password),
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}
