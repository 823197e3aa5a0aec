import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Client } from '../../../test/client.ts';
import { openEvents } from '../../../test/event-reader.ts';
import { createHarness, type Harness, type Person, password } from '../../../test/harness.ts';
import { onOneServer } from '../../../test/on-one-server.ts';
import { richText, upload } from '../../../test/posts.ts';

const minute = 60_000;
const day = 86_400_000;

let harness: Harness;
let admin: Person;
let second: Person;
beforeAll(async () => {
  harness = await createHarness();
  admin = await harness.admin();
  second = await harness.admin('second_admin');
});
afterAll(() => harness[Symbol.asyncDispose]());

type Scope = 'read' | 'write' | 'admin';

const bearer = (token: string) => new Client(harness.url, token);

async function make(owner: Person, scopes: Scope[] = ['read'], expiresInDays = 30) {
  const { status, body } = await owner.call('tokens.create', {
    body: { name: 'backup script', scopes, expiresInDays },
  });
  expect([status, body.error]).toEqual([200, undefined]);
  const { token, personalToken } = body.data;
  return { token, id: personalToken._id, client: bearer(token), personalToken };
}

const answerOf = async (client: Client) => {
  const { status, body } = await client.call('accounts.currentUser');
  return status === 200 ? 200 : `${status} ${body.code}`;
};

let made = 0;
const somebody = () => {
  made += 1;
  return harness.person(`somebody_${made}`);
};

describe('a personal token', () => {
  it('is answered once, listed without it, and stored hashed', async () => {
    const ana = await somebody();
    const { token, id, personalToken, client } = await make(ana, ['write', 'read', 'read'], 7);
    expect(token).toMatch(/^duet_pat_[\w-]{43}$/);
    expect(personalToken).toMatchObject({ name: 'backup script', scopes: ['read', 'write'], expired: false });
    expect(Date.parse(personalToken.expires_at) - Date.parse(personalToken.created_at)).toBe(7 * day);
    expect(await answerOf(client)).toBe(200);
    const listed = await ana.call('tokens.list');
    expect(listed.body.data.tokens).toEqual([{ ...personalToken, last_used_at: expect.any(String) }]);
    expect(JSON.stringify(listed.body)).not.toContain(token);
    const rows = await harness.context.db.read.selectFrom('personal_tokens').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token.slice(9));
    expect(rows.find((row) => row.id === id)?.token_hash).toMatch(/^[0-9a-f]{64}$/);
  });

  it('needs a proof of who one is, and nothing is made without', async () => {
    const ana = await somebody();
    harness.clock.forward(16 * minute);
    const body = { name: 'x', scopes: ['read' as const], expiresInDays: 1 };
    const refused = await ana.call('tokens.create', { body });
    expect([refused.status, refused.body.code]).toEqual([403, 'PROOF_NEEDED']);
    expect((await ana.call('tokens.list')).body.data.tokens).toEqual([]);
    await ana.call('accounts.prove', { body: { password } });
    expect((await ana.call('tokens.create', { body })).status).toBe(200);
    admin = await harness.signIn('admin');
  });

  it.each([
    [{ name: ' ', scopes: ['read'], expiresInDays: 1 }, 'name'],
    [{ name: 'x'.repeat(61), scopes: ['read'], expiresInDays: 1 }, 'name'],
    [{ name: 'x', scopes: [], expiresInDays: 1 }, 'scopes'],
    [{ name: 'x', scopes: ['root'], expiresInDays: 1 }, 'scopes'],
    [{ name: 'x', scopes: 'read', expiresInDays: 1 }, 'scopes'],
    [{ name: 'x', scopes: ['read'], expiresInDays: 0 }, 'expiresInDays'],
    [{ name: 'x', scopes: ['read'], expiresInDays: 366 }, 'expiresInDays'],
    [{ name: 'x', scopes: ['read'], expiresInDays: 'never' }, 'expiresInDays'],
  ])('is not made of %j', async (body, field) => {
    const { status, body: answer } = await admin.send('tokens.create', body);
    expect([status, Object.keys(answer.fields ?? {})[0]?.split('.')[0]]).toEqual([400, field]);
  });

  it('is never worth more than the person: nobody but an admin makes one for admins', async () => {
    const ana = await somebody();
    const { status, body } = await ana.send('tokens.create', {
      name: 'x',
      scopes: ['admin'],
      expiresInDays: 1,
    });
    expect([status, body.code]).toEqual([403, 'ADMIN_REQUIRED']);
  });

  it('is one of 50 at most', async () => {
    const ana = await somebody();
    for (let n = 0; n < 50; n += 1) await make(ana);
    const body = { name: 'x', scopes: ['read' as const], expiresInDays: 1 };
    const refused = await ana.call('tokens.create', { body });
    expect([refused.status, refused.body.code]).toEqual([409, 'TOO_MANY_TOKENS']);
  });

  it('acts as the person', async () => {
    const ana = await somebody();
    const { client } = await make(ana, ['write']);
    const post = await richText(admin, '<p>words</p>');
    const { body } = await client.call('comments.create', {
      body: { postId: post._id, text: 'by a script' },
    });
    expect(body.data.comment).toMatchObject({ user_id: ana.id });
  });

  it('shows no hidden post without the scope admin, nor from what is kept for another of its owner', async () => {
    const hidden = await richText(admin, '<p>hidden</p>', { adminOnlyVisibility: true });
    const [reading, both] = [await make(admin, ['read']), await make(admin, ['read', 'admin'])];
    const seen = async (client: Client) => (await client.fetch(`/api/posts/${hidden._id}`)).status;
    const clients = [admin, both.client, reading.client, harness.guest];
    for (let round = 0; round < 3; round += 1) {
      expect(await Promise.all(clients.map(seen))).toEqual([200, 200, 404, 404]);
    }
    const listed = async (client: Client) => (await client.fetch('/api/posts')).text();
    for (let round = 0; round < 3; round += 1) {
      expect(await listed(both.client)).toContain(hidden._id);
      expect(await listed(reading.client)).not.toContain(hidden._id);
    }
  });

  it('notes its last use, and writes that once an hour', async () => {
    const ana = await somebody();
    const { client, id } = await make(ana);
    const used = async () =>
      (await ana.call('tokens.list')).body.data.tokens.find(({ _id }) => _id === id)?.last_used_at ?? null;
    expect(await used()).toBeNull();
    await client.call('accounts.currentUser');
    const first = await used();
    expect(first).not.toBeNull();
    harness.clock.forward(50 * minute);
    await client.call('accounts.currentUser');
    expect(await used()).toBe(first);
    harness.clock.forward(11 * minute);
    await client.call('accounts.currentUser');
    expect(await used()).not.toBe(first);
    admin = await harness.signIn('admin');
  });

  onOneServer('counts as its person, whatever it is', async () => {
    await using limited = await createHarness({ config: { rateLimit: 1 } });
    const ana = await limited.person('ana_maria');
    const body = { name: 'x', scopes: ['read' as const], expiresInDays: 1 };
    const { data } = (await ana.call('tokens.create', { body })).body;
    const consume = vi.spyOn(limited.context.limiter, 'consume');
    await new Client(limited.url, data.token).call('accounts.currentUser');
    expect(consume.mock.calls).toEqual([['signedIn', ana.id]]);
  });
});

describe('a personal token ends', () => {
  it('revoked, by its owner alone, with its streams and addresses of files', async () => {
    const ana = await somebody();
    const token = await make(ana);
    const other = await somebody();
    const stolen = await other.call('tokens.revoke', { params: { id: token.id } });
    expect([stolen.status, stolen.body.code]).toEqual([404, 'NOT_FOUND']);
    await using stream = await openEvents(token.client);
    await stream.until(({ events }) => events.length > 0);
    await using own = await openEvents(ana);
    await own.until(({ events }) => events.length > 0);
    expect((await ana.call('tokens.revoke', { params: { id: token.id } })).status).toBe(200);
    await stream.ended;
    expect(await answerOf(token.client)).toBe('401 SESSION_ENDED');
    expect((await ana.call('tokens.list')).body.data.tokens).toEqual([]);
    await ana.call('messages.send', { body: { recipientId: admin.id, message: 'still here' } });
    await own.until((each) => each.dataOf('message').length > 0);
    const again = await ana.call('tokens.revoke', { params: { id: token.id } });
    expect(again.status).toBe(404);
  });

  it('and with it the addresses of files that it was given, in posts and in feeds', async () => {
    const picture = await upload(admin);
    const post = await richText(admin, `<p>words</p><img src="${picture.url}" alt="us">`);
    expect((await admin.call('site.change', { body: { reading: 'members' } })).status).toBe(200);
    try {
      const { client, id } = await make(admin);
      const addresses: string[] = [];
      const own: string[] = [];
      const open = async (address: string) => (await harness.guest.fetch(address)).status;
      for (const path of [`/api/posts/${post._id}`, '/feed.json', '/feed.atom']) {
        const address = async (reader: Pick<Client, 'fetch'>) =>
          /\/media\/[^"\\ ]+/
            .exec(await (await reader.fetch(path)).text())?.[0]
            ?.replaceAll(/&(amp;)+/g, '&') ?? '';
        addresses.push(await address(client));
        own.push(await address(admin));
      }
      expect(await Promise.all(addresses.map(open))).toEqual([200, 200, 200]);
      await admin.call('tokens.revoke', { params: { id } });
      expect(await Promise.all(addresses.map(open))).toEqual([404, 404, 404]);
      expect(await Promise.all(own.map(open))).toEqual([200, 200, 200]);
    } finally {
      await admin.call('site.change', { body: { reading: 'everybody' } });
    }
  });

  it('with its time', async () => {
    const ana = await somebody();
    const { client } = await make(ana, ['read'], 1);
    expect(await answerOf(client)).toBe(200);
    harness.clock.forward(day);
    const { status, body } = await client.call('accounts.currentUser');
    expect([status, body]).toMatchObject([401, { code: 'SESSION_ENDED', reason: 'expired' }]);
    expect((await ana.call('tokens.list')).body.data.tokens).toMatchObject([{ expired: true }]);
    admin = await harness.signIn('admin');
  });

  it('with another password, by whomever it was set', async () => {
    const ana = await somebody();
    const own = await make(ana);
    const changed = await ana.call('accounts.changeUser', {
      params: { id: ana.id },
      body: { password: 'Other!456' },
    });
    expect(changed.status).toBe(200);
    expect(await answerOf(own.client)).toBe('401 SESSION_ENDED');

    const dan = await somebody();
    const byAdmin = await make(dan);
    await admin.call('accounts.changeUser', { params: { id: dan.id }, body: { password: 'Other!456' } });
    expect(await answerOf(byAdmin.client)).toBe('401 SESSION_ENDED');
  });

  it('with the account', async () => {
    const [ana, dan] = [await somebody(), await somebody()];
    const [ofAna, ofDan] = [await make(ana), await make(dan)];
    await admin.call('accounts.deleteUser', { params: { id: ana.id } });
    await dan.call('accounts.deleteMe', { body: { password } });
    expect(await answerOf(ofAna.client)).toBe('401 SESSION_ENDED');
    expect(await answerOf(ofDan.client)).toBe('401 SESSION_ENDED');
  });

  it('with the role where it was for admins; what it is not needed for stays', async () => {
    second = await harness.signIn('second_admin');
    const [forAdmins, reading] = [await make(second, ['read', 'admin']), await make(second, ['read'])];
    expect((await forAdmins.client.call('accounts.users')).status).toBe(200);
    await admin.call('accounts.changeUser', { params: { id: second.id }, body: { role: 'user' } });
    expect(await answerOf(forAdmins.client)).toBe('401 SESSION_ENDED');
    expect(await answerOf(reading.client)).toBe(200);
    await admin.call('accounts.changeUser', { params: { id: second.id }, body: { role: 'admin' } });
    expect(await answerOf(forAdmins.client)).toBe('401 SESSION_ENDED');
    expect((await reading.client.call('accounts.users')).body.code).toBe('TOKEN_SCOPE');
  });

  it('never with signing out', async () => {
    const ana = await somebody();
    const { client } = await make(ana);
    await ana.call('accounts.logout');
    expect(await answerOf(client)).toBe(200);
  });
});
