import { type Endpoint, fillPath } from '@duet/contract/endpoint';
import { endpoints } from '@duet/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client } from '../../../test/client.ts';
import { createHarness, type Harness, type Person } from '../../../test/harness.ts';

const scopes = ['read', 'write', 'admin'] as const;
type Scope = (typeof scopes)[number];

/**
 * What no personal token may ever do (decisions §8): tokens, passwords, second steps, sessions, accounts, what is bound to a
 * session, and whatever asks for a proof. Whoever adds a call of these kinds adds it here.
 */
const never = (name: string, { path, errors }: Endpoint): boolean =>
  (path.startsWith('/api/auth/') && name !== 'accounts.currentUser') ||
  errors?.includes('PROOF_NEEDED') === true ||
  ['accounts.deleteMe', 'feeds.show', 'feeds.renew', 'push.subscribe', 'push.unsubscribe'].includes(name);

const needed = ({ access, method }: Endpoint): Scope => {
  if (access === 'admin') return 'admin';
  return method === 'GET' ? 'read' : 'write';
};

const rows = Object.entries(endpoints) as [string, Endpoint][];
const nowhere = '00000000-0000-7000-8000-000000000000';

let harness: Harness;
let admin: Person;
let ofAdmin: Record<Scope, Client>;
let ofPerson: Record<'read' | 'write', Client>;

beforeAll(async () => {
  harness = await createHarness();
  admin = await harness.admin();
  const person = await harness.person('anna');
  ofAdmin = {
    read: await make(admin, 'read'),
    write: await make(admin, 'write'),
    admin: await make(admin, 'admin'),
  };
  ofPerson = { read: await make(person, 'read'), write: await make(person, 'write') };
});
afterAll(() => harness[Symbol.asyncDispose]());

async function make(owner: Person, scope: Scope): Promise<Client> {
  const { body } = await owner.call('tokens.create', {
    body: { name: scope, scopes: [scope], expiresInDays: 1 },
  });
  return new Client(harness.url, body.data.token);
}

/** Calls a row about what is not there, with a body that is broken: whoever may not call is told so before it is read. */
async function knock(client: Client, { method, path }: Endpoint): Promise<string> {
  const withBody = method !== 'GET' && method !== 'DELETE';
  const ids = { id: nowhere, commentId: nowhere, userId: nowhere, code: nowhere };
  const response = await client.fetch(fillPath(path, ids), {
    method,
    ...(withBody ? { body: '{"broken', headers: { 'content-type': 'application/json' } } : {}),
  });
  const { code } = (await response.json()) as { code?: string };
  return code === 'TOKEN_SCOPE' || code === 'ADMIN_REQUIRED' || response.status === 401 ? `${code}` : 'in';
}

describe('each call of the contract', () => {
  it('is for the one scope that it names, or for none', async () => {
    const got: unknown[] = [];
    const wanted: unknown[] = [];
    for (const [name, row] of rows) {
      for (const scope of scopes) {
        got.push([name, scope, await knock(ofAdmin[scope], row)]);
        const may = !never(name, row) && needed(row) === scope;
        wanted.push([name, scope, may ? 'in' : 'TOKEN_SCOPE']);
      }
    }
    expect(got).toEqual(wanted);
    expect(got.length).toBeGreaterThan(250);
  });

  it('for admins is for no token of anybody else', async () => {
    for (const [name, row] of rows.filter(([, { access }]) => access === 'admin')) {
      for (const client of Object.values(ofPerson)) {
        expect([name, await knock(client, row)]).toEqual([name, 'TOKEN_SCOPE']);
      }
    }
  });
});

describe('what is no call of the contract', () => {
  const asked = async (client: Client, path: string) => {
    const controller = new AbortController();
    const response = await client.fetch(path, { signal: controller.signal });
    const refused = response.status === 403 && ((await response.json()) as { code: string }).code;
    controller.abort();
    return refused || response.status;
  };

  it.each([
    ['/api/events', 200],
    ['/feed.json', 200],
    ['/feed.atom', 200],
  ])('%s is read', async (path, status) => {
    expect(await asked(ofAdmin.read, path)).toBe(status);
    expect(await asked(ofAdmin.write, path)).toBe('TOKEN_SCOPE');
    expect(await asked(ofAdmin.admin, path)).toBe('TOKEN_SCOPE');
  });

  it("all that a person has here is for no token, nor is a way around an admin's call", async () => {
    for (const client of Object.values(ofAdmin)) {
      expect(await asked(client, '/api/users/me/export')).toBe('TOKEN_SCOPE');
    }
    expect(await asked(ofAdmin.read, '/api/admin/nowhere')).toBe('TOKEN_SCOPE');
  });
});
