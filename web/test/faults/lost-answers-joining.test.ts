import { accountsEndpoints } from '@duet/contract/accounts/endpoints';
import { identityEndpoints } from '@duet/contract/accounts/identity-endpoints';
import { joiningEndpoints } from '@duet/contract/joining/endpoints';
import { passkeyEndpoints } from '@duet/contract/passkeys/endpoints';
import { siteEndpoints } from '@duet/contract/site/endpoints';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { Api } from '../../../e2e/harness/api.ts';
import { password } from '../../../e2e/harness/duet.ts';
import { Authenticator } from '../../../server/test/authenticator.ts';
import { agree } from './agree.ts';
import { losing, submit, tabOf, told, type } from './lost-answer.ts';
import { openSite } from './site.ts';

let site: Awaited<ReturnType<typeof openSite>>;
beforeAll(async () => {
  site = await openSite();
}, 90_000);
afterAll(() => site[Symbol.asyncDispose]());

it('another address is told to hold', async () => {
  const noa = await site.duet.person('noa');
  const run = await losing(site, 'POST', /^\/api\/auth\/email$/, { vera: noa });
  const { tab } = await tabOf(run, 'vera1');
  const { AddressForm } = await tab.load<typeof import('../../src/screens/account/mail/AddressForm.tsx')>(
    '/src/screens/account/mail/AddressForm.tsx',
  );
  const changed: (string | null)[] = [];
  const form = tab.show(AddressForm, {
    onUnsaved: () => undefined,
    onChanged: ({ email }: { email: string | null }) => changed.push(email),
  });
  await run.quiet();
  type(form, 'noa.new@example.org');
  await run.quiet();
  submit(form);
  await run.pass(5000);
  expect([await told(tab), changed]).toEqual([[], ['noa.new@example.org']]);
  const { data } = await noa.api.call(identityEndpoints['identity.email']);
  expect(data.email).toBe('noa.new@example.org');
});

it('an invitation whose answer was lost is told to be there perhaps, and is to be found and revoked', async () => {
  const run = await losing(site, 'POST', /^\/api\/admin\/invitations$/);
  const { tab, t } = await tabOf(run, 'ana1');
  const { InvitationForm } = await tab.load<typeof import('../../src/features/people/InvitationForm.tsx')>(
    '/src/features/people/InvitationForm.tsx',
  );
  const made: string[] = [];
  const form = tab.show(InvitationForm, {
    onUnsaved: () => undefined,
    onMade: ({ _id }: { _id: string }) => made.push(_id),
  });
  await run.quiet();
  submit(form);
  await run.pass(5000);
  expect([made, tab.told.map(({ text }) => text)]).toEqual([[], [t('people.inviteErrored')]]);
  const { data } = await site.people.ana.api.call(joiningEndpoints['invitations.list']);
  expect(data.invitations.map(({ state }) => state)).toEqual(['open']);
});

it('an invitation that was revoked is told to be revoked', async () => {
  const { data } = await site.people.ana.api.call(joiningEndpoints['invitations.create'], { body: {} });
  const run = await losing(site, 'DELETE', /^\/api\/admin\/invitations\//);
  const { tab, t } = await tabOf(run, 'ana1');
  const { InvitationList } = await tab.load<typeof import('../../src/features/people/InvitationList.tsx')>(
    '/src/features/people/InvitationList.tsx',
  );
  const list = tab.show(InvitationList, {});
  await run.until(() => list.parts('Button').length > 0, 5000);
  expect(list.press(t('people.revoke'))).toBe(true);
  await agree(tab, run);
  await run.pass(5000);
  expect(await told(tab)).toEqual([t('people.revoked')]);
  const { invitations } = (await site.people.ana.api.call(joiningEndpoints['invitations.list'])).data;
  expect(invitations.find(({ _id }) => _id === data.invitation._id)?.state).toBe('revoked');
});

it('who waits is told to be let in, or declined', async () => {
  const { api } = site.people.ana;
  const joinBy = (joining: 'approval' | 'open') =>
    api.call(siteEndpoints['site.change'], { body: { joining } });
  for (const what of ['approve', 'decline'] as const) {
    const username = `waits_${what}`;
    const body = { username, email: `${username}@example.org`, password };
    await joinBy('approval');
    await site.duet.guest.call(accountsEndpoints['accounts.register'], { body });
    await joinBy('open');
    const run = await losing(site, 'POST', new RegExp(`/${what}$`));
    const { tab, t } = await tabOf(run, 'ana1');
    const { WaitingPeople } = await tab.load<typeof import('../../src/features/people/WaitingPeople.tsx')>(
      '/src/features/people/WaitingPeople.tsx',
    );
    const outer = tab.show(WaitingPeople, {});
    await run.until(() => outer.parts('Waiting').length > 0, 5000);
    const form = tab.show(outer.component('Waiting'), outer.part('Waiting') ?? {});
    await run.quiet();
    expect(form.press(t(`people.${what}`))).toBe(true);
    if (what === 'decline') await agree(tab, run);
    await run.pass(5000);
    expect(await told(tab)).toEqual([
      t(what === 'approve' ? 'people.approved' : 'people.declined', { username }),
    ]);
    const signIn = accountsEndpoints['accounts.login'];
    const { status } = await site.duet.guest.attempt(signIn, { body: { username, password } });
    expect(status).toBe(what === 'approve' ? 200 : 401);
  }
});

it('a passkey is told to be called otherwise, and to be removed', async () => {
  const ove = await site.duet.person('ove');
  const named = new URL(site.duet.url);
  named.hostname = 'localhost';
  const api = new Api(named.origin, ove.token);
  const { options } = (await api.call(passkeyEndpoints['passkeys.begin'])).data;
  const credential = new Authenticator(named.origin).create(options);
  const { passkey } = (await api.call(passkeyEndpoints['passkeys.register'], { body: { credential } })).data;
  const names = async () =>
    (await ove.api.call(passkeyEndpoints['passkeys.list'])).data.passkeys.map(({ name }) => name);

  const renaming = await losing(site, 'PATCH', /passkeys/, { vera: ove });
  const { tab } = await tabOf(renaming, 'vera1');
  const { RenamePasskey } = await tab.load<
    typeof import('../../src/screens/account/signing-in/RenamePasskey.tsx')
  >('/src/screens/account/signing-in/RenamePasskey.tsx');
  let isDone = false;
  const onDone = () => {
    isDone = true;
  };
  const form = tab.show(RenamePasskey, { passkey, onUnsaved: () => undefined, onDone });
  await renaming.quiet();
  type(form, 'My key');
  await renaming.quiet();
  submit(form);
  await renaming.pass(5000);
  expect([isDone, await told(tab), await names()]).toEqual([true, [], ['My key']]);

  const removing = await losing(site, 'DELETE', /passkeys/, { vera: ove });
  const there = await tabOf(removing, 'vera1');
  const { Passkeys } = await there.tab.load<
    typeof import('../../src/screens/account/signing-in/Passkeys.tsx')
  >('/src/screens/account/signing-in/Passkeys.tsx');
  // They are listed where none can be used, too.
  vi.stubGlobal('isSecureContext', false);
  const outer = there.tab.show(Passkeys, { onAdded: () => undefined });
  await removing.quiet();
  const list = there.tab.show(outer.component('PasskeyList'), {});
  await removing.quiet();
  const { buttons } = (list.part('Credentials') ?? {}) as { buttons: (one: object) => unknown };
  expect(list.press(there.t('passkeys.remove'), buttons(passkey))).toBe(true);
  await agree(there.tab, removing);
  await removing.pass(5000);
  expect([await told(there.tab), await names()]).toEqual([[there.t('passkeys.removed')], []]);
});
