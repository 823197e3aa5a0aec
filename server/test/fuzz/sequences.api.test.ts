import { type Endpoint, fillPath, withSearch } from '@duet/contract/endpoint';
import { type EndpointName, endpoints } from '@duet/contract/endpoints';
import { expect } from 'vitest';
import type { Client } from '../client.ts';
import { createHarness, type Harness, type Person } from '../harness.ts';
import { onOneServer } from '../on-one-server.ts';
import { type Random, randomFrom } from '../random.ts';
import { faultOf } from './answer-faults.ts';
import { Pool } from './pool.ts';
import { retryReset } from './retry-reset.ts';
import { pick, shapedValue } from './values.ts';

/** `npm run trust -- sequences` asks for more; `DUET_FUZZ_SEED` for others. */
const sequences = Number(process.env.DUET_FUZZ_SEQUENCES ?? 60);
const seed = Number(process.env.DUET_FUZZ_SEED ?? 1);
/** So many go on at once, over the same things. */
const lanes = 4;

const rows = Object.entries(endpoints) as [EndpointName, Endpoint][];
const nounOf = (name: string): string => name.split('.', 1)[0] ?? '';
/** Calls of one noun make, use and delete the same things; a video is its upload's and its post's. */
const themes = [...new Set(rows.map(([name]) => nounOf(name)))];

interface Caller {
  readonly name: string;
  readonly client: Client;
}

/** People who take part until an account or a session of theirs is ended. */
class Cast {
  readonly #harness: Harness;
  #made = 0;
  #people: Person[] = [];

  constructor(harness: Harness) {
    this.#harness = harness;
  }

  async any(random: Random): Promise<Caller> {
    if (random() < 0.05) return { name: 'a guest', client: this.#harness.guest };
    while (this.#people.length < 4) {
      this.#made += 1;
      const name = `cast_${this.#made}`;
      const isAdmin = !this.#people.some(({ user }) => user.role === 'admin');
      const joining = isAdmin ? this.#harness.admin(name) : this.#harness.person(name);
      const person = await joining.catch((error: Error) => {
        // On a machine that does much else a sign-in may find the site busy, and beside another sequence closed; somebody else comes.
        if (!/very busy|cannot be created/.test(error.message)) throw error;
      });
      if (person) this.#people.push(person);
    }
    const admin = this.#people.find(({ user }) => user.role === 'admin');
    const person = admin && random() < 0.7 ? admin : pick(this.#people, random);
    return { name: person.user.role, client: person };
  }

  /** Whose token is dead does not come again. */
  forget(client: Client): void {
    this.#people = this.#people.filter((person) => person !== client);
  }
}

function requestOf(name: EndpointName, row: Endpoint, pool: Pool, random: Random) {
  const textFor = pool.textFor(nounOf(name), random);
  const strings = (schema: Endpoint['params']): Record<string, string> => {
    const value = schema ? (shapedValue(schema, random, textFor) as Record<string, unknown>) : {};
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, String(each).toWellFormed()]));
  };
  const search = new URLSearchParams(strings(row.query)).toString();
  const path = withSearch(fillPath(row.path, strings(row.params)), search);
  if (row.bodyKind === 'octets') return { path, body: new Uint8Array(pick([0, 3, 7, 4096], random)) };
  if (row.bodyKind === 'multipart') {
    const form = new FormData();
    form.set(
      'image',
      new Blob([Buffer.from(textFor('imageData'), 'base64')], { type: 'image/png' }),
      'us.png',
    );
    form.set(pick(['postId', 'draftId'], random), textFor('postId'));
    return { path, body: form };
  }
  const json = row.body ? (shapedValue(row.body, random, textFor) as Record<string, unknown>) : undefined;
  // Whoever takes part next has to be able to join.
  if (name === 'site.change') delete json?.joining;
  return { path, body: json && JSON.stringify(json) };
}

async function call(client: Client, row: Endpoint, path: string, body: RequestInit['body']) {
  const type = typeof body === 'string' ? 'application/json' : 'application/octet-stream';
  const response = await retryReset(() =>
    client.fetch(path, {
      method: row.method,
      ...(body === undefined || row.method === 'GET' ? {} : { body }),
      ...(body === undefined || body instanceof FormData ? {} : { headers: { 'content-type': type } }),
    }),
  );
  const { status, headers } = response;
  const seen = { type: headers.get('content-type') ?? '', retryAfter: headers.get('retry-after') };
  return { status, ...seen, text: await response.text() };
}

onOneServer(
  `answers ${sequences} sequences of calls that make, use, delete and use again, as the contract says`,
  async () => {
    await using harness = await createHarness({ config: { ffmpeg: null, logLevel: 'silent' } });
    const first = await harness.admin();
    const cast = new Cast(harness);
    const faults: string[] = [];
    const counts = new Map<number, number>();
    const tried = new Set<string>();
    let next = 0;
    const pool = new Pool();
    const runOne = async (n: number) => {
      const random = randomFrom(seed * 1_000_003 + n);
      const theme = themes[n % themes.length] ?? '';
      const steps = 5 + Math.floor(random() * 12);
      for (let step = 0; step < steps; step += 1) {
        const ofTheme = random() < 0.7 ? rows.filter(([name]) => nounOf(name) === theme) : rows;
        const [name, row] = pick(ofTheme, random);
        const { client, name: who } = await cast.any(random);
        const { path, body } = requestOf(name, row, pool, random);
        const seen = await call(client, row, path, body);
        tried.add(name);
        counts.set(seen.status, (counts.get(seen.status) ?? 0) + 1);
        const fault = faultOf(seen, row);
        const sent = `${who}: ${row.method} ${path.slice(0, 200)} ${String(body).slice(0, 300)}`;
        if (fault) faults.push(`${n}/${step} ${seen.status} ${fault}: ${seen.text.slice(0, 300)}\n  ${sent}`);
        if (seen.status === 401 && client.token) cast.forget(client);
        if (seen.status === 200 && row.method !== 'GET') {
          pool.learn(nounOf(name), JSON.parse(seen.text));
          // That not everybody reads, or joins, does not last.
          if (name === 'site.change') {
            const { body } = await first.call('site.change', {
              body: { reading: 'everybody', joining: 'open' },
            });
            if (body.error) throw new Error(`the site stays closed: ${body.error}`);
          }
        }
      }
    };
    const lane = async () => {
      while (next < sequences) {
        next += 1;
        await runOne(next);
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    const sums = [...counts].sort(([a], [b]) => a - b).map(([status, count]) => `${status} × ${count}`);
    console.log(`${sequences} sequences, ${tried.size} of ${rows.length} calls: ${sums.join(', ')}`);
    expect(faults.join('\n')).toBe('');
  },
  60_000 + sequences * 2000,
);
