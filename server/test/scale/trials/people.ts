import { Client } from '../../client.ts';
import type { Servers } from '../servers.ts';
import { until } from './until.ts';

/** Somebody with an account, who calls through the balancer, or the server of a number. */
export interface Someone {
  readonly id: string;
  readonly client: Client;
  at(number: number): Client;
}

export interface Two {
  readonly admin: Someone;
  readonly ana: Someone;
}

/** The admin of the set-up link, and one more person. */
export async function register(site: Servers): Promise<Two> {
  const setupCode = /setup=([\w-]{43})/.exec(site.servers.at(-1)?.printed() ?? '')?.[1];
  return { admin: await person(site, 'admin', setupCode), ana: await person(site, 'anna') };
}

/** So many pairs of people who have nothing to do with each other. */
export async function registerPairs(
  site: Servers,
  count: number,
): Promise<{ readonly writer: Someone; readonly reader: Someone }[]> {
  const pairs = [];
  for (let n = 0; n < count; n += 1) {
    pairs.push({ writer: await person(site, `writer${n}`), reader: await person(site, `reader${n}`) });
  }
  return pairs;
}

/** So many people. */
export async function registerMany(site: Servers, count: number): Promise<Someone[]> {
  const people = [];
  for (let n = 0; n < count; n += 1) people.push(await person(site, `somebody${n}`));
  return people;
}

async function person(site: Servers, username: string, setupCode?: string): Promise<Someone> {
  const guest = new Client(site.balancer.url);
  const body = { username, email: `${username}@example.org`, password: 'Secret!123', setupCode };
  const { status, body: answer } = await until(() => guest.call('accounts.register', { body }));
  if (status !== 200) throw new Error(`${username} cannot register: ${answer.error}`);
  const { token, user } = answer.data;
  const at = (url = '') => new Client(url, token ?? '');
  return { id: user._id, client: at(site.balancer.url), at: (number) => at(site.servers[number]?.url) };
}
