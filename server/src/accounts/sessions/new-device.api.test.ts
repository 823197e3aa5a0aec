import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHarness, type Harness, type Person, password } from '../../../test/harness.ts';

const day = 24 * 60 * 60 * 1000;
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const newerFirefox = firefox.replaceAll('140', '141');
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15';
const edge =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0';

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness[Symbol.asyncDispose]());

const signIn = async (username: string, userAgent: string) => {
  const guest = harness.guest.with({ 'user-agent': userAgent });
  const { status, body } = await guest.call('accounts.login', { body: { username, password } });
  expect(status).toBe(200);
  return body.data.token;
};

/** The devices of the list that it marks as new, as the person sees it from the device that they registered on. */
const marked = async (person: Person) => {
  const { sessions, newDevices = [] } = (await person.call('accounts.sessions')).body.data;
  return sessions.filter(({ _id }) => newDevices.includes(_id)).map(({ device }) => device);
};

describe('a sign-in from a new device', () => {
  it('is marked in the list of devices for 14 days, once for each kind', async () => {
    const ana = await harness.person('ana_device');
    expect(await marked(ana)).toEqual([]);
    await signIn('ana_device', firefox);
    expect(await marked(ana)).toEqual(['Firefox · Linux']);
    await signIn('ana_device', newerFirefox);
    expect(await marked(ana)).toEqual(['Firefox · Linux']);
    await signIn('ana_device', safari);
    expect((await marked(ana)).sort()).toEqual(['Firefox · Linux', 'Safari · iPhone']);
    harness.clock.forward(14 * day);
    expect(await marked(ana)).toEqual([]);
  });

  it('is none where the device was signed out meanwhile', async () => {
    const ana = await harness.person('ana_again');
    const token = await signIn('ana_again', firefox);
    const there = harness.guest.with({ authorization: `Bearer ${token}` });
    expect((await there.call('accounts.logout')).status).toBe(200);
    await signIn('ana_again', firefox);
    expect(await marked(ana)).toEqual([]);
  });

  it('is none for the first on a site of before devices were noted, nor on a device that is signed in there', async () => {
    const ana = await harness.person('ana_before');
    await signIn('ana_before', firefox);
    const { db } = harness.context;
    await db.write(async (tx) => {
      tx.concerns('known_devices', [ana.id]);
      await tx.deleteFrom('known_devices').where('user_id', '=', ana.id).execute();
      tx.concerns('sessions', [ana.id]);
      await tx.updateTable('sessions').set({ new_device: 0 }).where('user_id', '=', ana.id).execute();
    });
    await signIn('ana_before', safari);
    await signIn('ana_before', newerFirefox);
    expect(await marked(ana)).toEqual([]);
    await signIn('ana_before', edge);
    expect(await marked(ana)).toEqual(['Edge · Windows']);
  });

  it('is none for the first of an account, nor where the device says nothing of itself', async () => {
    const ana = await harness.person('ana_first');
    await ana.call('accounts.endOtherSessions');
    expect(await marked(ana)).toEqual([]);
    await signIn('ana_first', '');
    expect(await marked(ana)).toEqual([]);
  });
});
