import { Agent, request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Endpoint } from '@duet/contract/endpoint';
import { endpoints } from '@duet/contract/endpoints';
import * as fc from 'fast-check';
import { expect } from 'vitest';
import { createHarness, type Harness, type Person } from '../harness.ts';
import { onOneServer } from '../on-one-server.ts';
import { faultOf, type Seen } from './answer-faults.ts';
import { type MalformedRequest, malformedRequests } from './malformed-requests.ts';
import { retryReset } from './retry-reset.ts';

/** `DUET_FUZZ_REQUESTS=10000` for a longer look; `DUET_FUZZ_SEED` for another one. */
const requests = Number(process.env.DUET_FUZZ_REQUESTS ?? 1500);
const seed = Number(process.env.DUET_FUZZ_SEED ?? 1);
/** How many are made up at a time. */
const batch = 500;

/** Calls of these rows may end a session or an account, after which the caller signs in anew. */
const endsSessions = /logout|ession|[uU]ser|account|password|me$/;

class Callers {
  readonly #harness: Harness;
  #person: Person | undefined;
  #admin: Person | undefined;
  #made = 0;

  constructor(harness: Harness) {
    this.#harness = harness;
  }

  async tokenOf(caller: MalformedRequest['caller']): Promise<string | null> {
    if (caller === 'guest') return null;
    if (caller === 'broken') return 'not-a-token';
    return (caller === 'admin' ? await this.#liveAdmin() : await this.#livePerson()).token;
  }

  /** Forgets who cannot call any more. */
  async check(): Promise<void> {
    if (this.#person && !(await isLive(this.#person, 'user'))) this.#person = undefined;
    if (this.#admin && !(await isLive(this.#admin, 'admin'))) this.#admin = undefined;
  }

  #newName(role: string): string {
    this.#made += 1;
    return `${role}_${this.#made}`;
  }

  async #livePerson(): Promise<Person> {
    this.#person ??= await this.#harness.person(this.#newName('person'));
    return this.#person;
  }

  /** Never the site's first admin, who makes the others. */
  async #liveAdmin(): Promise<Person> {
    await this.#harness.admin();
    this.#admin ??= await this.#harness.admin(this.#newName('admin'));
    return this.#admin;
  }
}

async function isLive(person: Person, role: 'user' | 'admin'): Promise<boolean> {
  const { status, body } = await retryReset(() => person.call('accounts.currentUser'));
  return status === 200 && body.data.user.role === role;
}

const agent = new Agent({ keepAlive: true });

/** Over node:http, which sends a path as it stands. */
function send(url: string, shot: MalformedRequest, token: string | null): Promise<Seen> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const headers = { ...shot.headers, ...(token === null ? {} : { authorization: `Bearer ${token}` }) };
    const sent = httpRequest(
      { agent, hostname, port, method: shot.method, path: shot.path, headers },
      (response) => {
        text(response).then(
          (body) =>
            resolve({
              status: response.statusCode ?? 0,
              type: response.headers['content-type'] ?? '',
              retryAfter: response.headers['retry-after'] ?? null,
              text: body,
            }),
          reject,
        );
      },
    );
    sent.on('error', reject);
    sent.end(shot.body ?? undefined);
  });
}

/** The row, where the request did go to it: by its method, and to no path that was bent. */
function meantFor({ name, method, path }: MalformedRequest): Endpoint | undefined {
  const row: Endpoint = endpoints[name as keyof typeof endpoints];
  const isBent = /\/(%|\.\.|\/)|a{9000}/.test(path.split('?', 1)[0] ?? '');
  return method === row.method && !row.path.includes('?action') && !isBent ? row : undefined;
}

const short = (text: unknown) => String(text).slice(0, 300);

/** Ids of everything that there is, so that requests get past the first check. */
async function knownIds(harness: Harness): Promise<string[]> {
  const admin = await harness.admin('author');
  const person = await harness.person('somebody');
  const draft = await admin.call('posts.draft', { body: { postType: 'richText' } });
  const other = await admin.call('posts.draft', { body: { postType: 'gallery' } });
  const id = draft.body.data.postId;
  await admin.call('posts.publish', { params: { id }, body: { content: `<p>${'Words. '.repeat(300)}</p>` } });
  const comment = await person.call('comments.create', { body: { postId: id, text: 'Nice' } });
  return [id, id, other.body.data.postId, person.id, comment.body.data.comment._id];
}

onOneServer(
  `answers ${requests} malformed requests to every endpoint with a failure of the catalogue`,
  async () => {
    await using harness = await createHarness();
    await harness.admin();
    const callers = new Callers(harness);
    const counts = new Map<string, number>();
    const rows = new Set<string>();
    const faults: string[] = [];
    const shots = malformedRequests(endpoints, await knownIds(harness));
    for (let sent = 0; sent < requests; sent += batch) {
      for (const shot of fc.sample(shots, { numRuns: Math.min(batch, requests - sent), seed: seed + sent })) {
        const token = await retryReset(() => callers.tokenOf(shot.caller));
        const seen = await retryReset(() => send(harness.url, shot, token));
        const key = `${shot.caller} ${seen.status}`;
        counts.set(key, (counts.get(key) ?? 0) + 1);
        rows.add(shot.name);
        const fault = faultOf(seen, meantFor(shot));
        const asked = `${shot.caller}: ${shot.method} ${short(shot.path)} ${JSON.stringify(shot.headers)} ${short(shot.body)}`;
        if (fault) faults.push(`${seen.status} ${fault}: ${short(seen.text)}\n  ${asked}`);
        if (seen.status < 300 && endsSessions.test(shot.name)) await callers.check();
      }
    }
    agent.destroy();
    const sums = [...counts].sort().map(([key, count]) => `${key} × ${count}`);
    console.log(`${requests} requests to ${rows.size} endpoints: ${sums.join(', ')}`);
    expect(faults.join('\n')).toBe('');
    expect(rows.size).toBe(Object.keys(endpoints).length);
  },
  60_000 + requests * 600,
);
