import { fillPath } from '@duet/contract/endpoint';
import { endpoints } from '@duet/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client } from './client.ts';
import { createHarness, type Harness, type Person } from './harness.ts';
import { onOneServer } from './on-one-server.ts';

/** Every row for admins, as the contract has them now: a new one is here by itself. */
const rows = Object.entries(endpoints).filter(([, row]) => row.access === 'admin');

/** Calls on somebody else's account that are open to signed-in people for their own. */
const others = [['accounts.changeUser', endpoints['accounts.changeUser']]] as const;

let harness: Harness;
let admin: Person;
let target: Person;
let callers: Record<string, { client: Client; status: number; sessionReads: number }>;

beforeAll(async () => {
  harness = await createHarness();
  admin = await harness.admin();
  target = await harness.person('target');
  const person = await harness.person('anna');
  const deleted = await harness.admin('deleted_admin');
  await admin.call('accounts.deleteUser', { params: { id: deleted.id } });
  const former = await harness.admin('former_admin');
  await admin.call('accounts.changeUser', { params: { id: former.id }, body: { role: 'user' } });
  const formerNow = await harness.signIn('former_admin');
  // Of a token that no session has, a second statement tells why its session ended.
  callers = {
    'a guest': { client: harness.guest, status: 401, sessionReads: 0 },
    'a person': { client: person, status: 403, sessionReads: 1 },
    'a deleted admin': { client: deleted, status: 401, sessionReads: 2 },
    'a former admin with an old token': { client: former, status: 401, sessionReads: 2 },
    'a former admin who signed in again': { client: formerNow, status: 403, sessionReads: 1 },
    'somebody with an invented token': {
      client: new Client(harness.url, `duet_${'A'.repeat(43)}`),
      status: 401,
      sessionReads: 2,
    },
  };
});
afterAll(() => harness[Symbol.asyncDispose]());

/** All that the database holds of what admins' calls could change or tell. */
async function everything(): Promise<string> {
  const { read } = harness.context.db;
  const [users, posts, media, audit] = await Promise.all([
    read.selectFrom('users').selectAll().orderBy('id').execute(),
    read.selectFrom('posts').selectAll().orderBy('id').execute(),
    read.selectFrom('media').selectAll().orderBy('id').execute(),
    read.selectFrom('audit').select('id').where('action', '!=', 'access.denied').orderBy('id').execute(),
  ]);
  return JSON.stringify({ users, posts, media, audit });
}

async function knock(client: Client, row: { method: string; path: string }) {
  // The body is broken: whoever may not call is told so before anything of it is read.
  const withBody = row.method !== 'GET' && row.method !== 'DELETE';
  const response = await client.fetch(fillPath(row.path, { id: target.id, commentId: target.id }), {
    method: row.method,
    ...(withBody ? { body: '{"broken', headers: { 'content-type': 'application/json' } } : {}),
  });
  return { status: response.status, body: (await response.json()) as { success: boolean; code: string } };
}

describe("an admins' call is refused, with nothing looked up before", () => {
  it('and there are such calls', () => expect(rows.length).toBeGreaterThan(20));

  onOneServer.each([
    'a guest',
    'a person',
    'a deleted admin',
    'a former admin with an old token',
    'a former admin who signed in again',
    'somebody with an invented token',
  ])('to %s [USERS-04..11] [MEDIA-02..07] [DRAFT-02..07] [DASH-02] [DASH-03]', async (name) => {
    const { client, status, sessionReads } = callers[name] ?? {
      client: harness.guest,
      status: 0,
      sessionReads: 0,
    };
    const before = await everything();
    for (const [call, row] of rows) {
      const reads = harness.statements();
      const answer = await knock(client, row);
      expect([call, answer.status, answer.body.success], call).toEqual([call, status, false]);
      expect(harness.statements() - reads, call).toBeLessThanOrEqual(sessionReads);
    }
    expect(await everything()).toBe(before);
  });

  onOneServer("of somebody else's account as well", async () => {
    const before = await everything();
    for (const { client, status, sessionReads } of Object.values(callers)) {
      for (const [, row] of others) {
        for (const body of [{ role: 'admin' }, { password: 'Other!456' }]) {
          const reads = harness.statements();
          const response = await client.fetch(fillPath(row.path, { id: target.id }), {
            method: row.method,
            body: JSON.stringify(body),
            headers: { 'content-type': 'application/json' },
          });
          expect(response.status).toBe(status);
          expect(harness.statements() - reads).toBeLessThanOrEqual(sessionReads);
        }
      }
    }
    expect(await everything()).toBe(before);
  });

  it('while an admin is let through', async () => {
    for (const [call, row] of rows) {
      const { status } = await knock(admin, row);
      expect([call, status === 401 || status === 403], call).toEqual([call, false]);
    }
  });
});
