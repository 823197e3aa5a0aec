import { accountsEndpoints } from '@duet/contract/accounts/endpoints';
import { identityEndpoints } from '@duet/contract/accounts/identity-endpoints';
import { personalTokenEndpoints } from '@duet/contract/accounts/personal-token-endpoints';
import { commentsEndpoints } from '@duet/contract/comments/endpoints';
import { joiningEndpoints } from '@duet/contract/joining/endpoints';
import { messagesEndpoints } from '@duet/contract/messages/endpoints';
import { passkeyEndpoints } from '@duet/contract/passkeys/endpoints';
import { postsEndpoints } from '@duet/contract/posts/endpoints';
import { siteEndpoints } from '@duet/contract/site/endpoints';
import { createElement } from 'react';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { Api } from '../../../e2e/harness/api.ts';
import { type Person, password } from '../../../e2e/harness/duet.ts';
import { Authenticator } from '../../../server/test/authenticator.ts';
import { agree } from './agree.ts';
import type { Outgoing } from './network.ts';
import type { Form } from './react-host.ts';
import { type People, Run, type TabName } from './run.ts';
import { openSite } from './site.ts';
import type { Tab } from './tab.ts';

let site: Awaited<ReturnType<typeof openSite>>;
beforeAll(async () => {
  site = await openSite();
}, 90_000);
afterAll(() => site[Symbol.asyncDispose]());

type Texts = typeof import('../../src/i18n/language.ts');
const event = { preventDefault: () => undefined };

/** A run in which the answer to the first request of this kind is lost, and nothing else is wrong. */
async function losing(method: string, path: RegExp, people: Partial<People> = {}): Promise<Run> {
  let isLost = false;
  const fateOf = ({ method: sent, url }: Outgoing) => {
    if (isLost || sent !== method || !path.test(new URL(url).pathname)) return { how: 'fine' } as const;
    isLost = true;
    return { how: 'answerLost' } as const;
  };
  return Run.begin({ ...site, people: { ...site.people, ...people } }, fateOf);
}

const write = (form: Form, value: string): void => {
  for (const { onChange } of form.parts('PasswordField'))
    (onChange as (e: object) => void)({ target: { value } });
};
/** Into the first field. */
const type = (form: Form, value: string): void => {
  const { onChange } = form.parts('TextField')[0] ?? {};
  (onChange as (e: object) => void)({ target: { value } });
};
const submit = (form: Form): void => {
  const { onSubmit } = form.part('form') ?? {};
  (onSubmit as (e: object) => void)(event);
};

/** What a tab has told so far, besides failures: by the keys of its texts. */
async function told(tab: Tab): Promise<readonly string[]> {
  expect(tab.told.filter(({ colour }) => colour !== 'success')).toEqual([]);
  return tab.told.map(({ text }) => text);
}

async function tabOf(run: Run, name: TabName) {
  const tab = await run.tab(name);
  const { t } = await tab.load<Texts>('/src/i18n/language.ts');
  return { tab, t };
}

const commentOf = async (author: Person, postId: string) =>
  (await author.api.call(commentsEndpoints['comments.create'], { body: { postId, text: 'Hello' } })).data
    .comment;

it('a deleted post is told to be deleted', async () => {
  const run = await losing('DELETE', /^\/api\/posts\//);
  const { tab, t } = await tabOf(run, 'ana1');
  const { removePost } = await tab.load<typeof import('../../src/features/posts/card/remove-post.ts')>(
    '/src/features/posts/card/remove-post.ts',
  );
  const removed = removePost(run.post);
  await agree(tab, run);
  await run.pass(5000);
  expect(await removed).toBe(true);
  expect(await told(tab)).toEqual([t('posts.deleted')]);
  const params = { id: run.post._id };
  expect((await site.people.ana.api.attempt(postsEndpoints['posts.detail'], { params })).status).toBe(404);
});

it('a deleted comment is told to be deleted', async () => {
  const run = await losing('DELETE', /^\/api\/comments\//);
  const { tab, t } = await tabOf(run, 'vera1');
  const comment = await commentOf(site.people.vera, run.post._id);
  const { removeComment } = await tab.load<
    typeof import('../../src/features/comments/list/remove-comment.ts')
  >('/src/features/comments/list/remove-comment.ts');
  const removed = removeComment(comment);
  await agree(tab, run);
  await run.pass(5000);
  await removed;
  expect(await told(tab)).toEqual([t('comments.deleted')]);
});

it('an account that an admin deletes, and restores, is told to be so', async () => {
  const dan = await site.duet.person('dan');
  for (const deleted of [false, true]) {
    const run = await losing(deleted ? 'POST' : 'DELETE', /^\/api\/users\//);
    const { tab } = await tabOf(run, 'ana1');
    const { changeDeleted } = await tab.load<typeof import('../../src/features/people/change-deleted.ts')>(
      '/src/features/people/change-deleted.ts',
    );
    const changed = changeDeleted({ ...dan.user, deleted });
    await agree(tab, run);
    await run.pass(5000);
    expect(await changed).toBe(true);
    expect(tab.told.filter(({ colour }) => colour === 'danger')).toEqual([]);
  }
});

it('a block is told to be set, and to be lifted', async () => {
  for (const method of ['PUT', 'DELETE']) {
    const run = await losing(method, /blocks/);
    const { tab, t } = await tabOf(run, 'vera1');
    const { useBlock } = await tab.load<typeof import('../../src/features/messages/thread/use-block.ts')>(
      '/src/features/messages/thread/use-block.ts',
    );
    const { ben, vera } = site.people;
    const form = tab.show(() => createElement('div', { block: useBlock(vera.id, ben, true) } as object), {});
    const block = () => form.part('div')?.block as ReturnType<typeof useBlock>;
    await run.pass(10);
    await run.until(() => block()?.isBlocked === (method === 'DELETE'), 1000);
    const toggled = block().toggle();
    if (method === 'PUT') await agree(tab, run);
    await run.pass(5000);
    await toggled;
    const { username } = ben;
    expect(await told(tab)).toEqual([
      t(method === 'PUT' ? 'messages.blocked' : 'messages.unblocked', { username }),
    ]);
    form.unmount();
  }
  const { data } = await site.people.vera.api.call(messagesEndpoints['messages.blocks']);
  expect(data.blocks).toEqual([]);
});

it('a language that was chosen stays chosen', async () => {
  const ida = await site.duet.person('ida');
  const run = await losing('POST', /preferences/, { vera: ida });
  const tab = await run.tab('vera1');
  await run.quiet();
  const { chooseLanguage } =
    await tab.load<typeof import('../../src/session/language.ts')>('/src/session/language.ts');
  const chosen = chooseLanguage('ro');
  await run.pass(5000);
  await chosen;
  const { data } = await ida.api.call(accountsEndpoints['accounts.currentUser']);
  expect(data.user.language).toBe('ro');
});

it('a new password is told to be the new one', async () => {
  const eva = await site.duet.person('eva');
  const run = await losing('PATCH', /^\/api\/users\//, { vera: eva });
  const { tab, t } = await tabOf(run, 'vera1');
  const { ChangePassword } = await tab.load<typeof import('../../src/screens/account/ChangePassword.tsx')>(
    '/src/screens/account/ChangePassword.tsx',
  );
  const form = tab.show(ChangePassword, { user: eva.user });
  await run.quiet();
  write(form, 'Another-Horse2');
  await run.quiet();
  submit(form);
  await run.pass(5000);
  expect(await told(tab)).toEqual([t('profile.passwordChanged')]);
  await site.duet.signIn(eva.username, 'Another-Horse2');
});

it('another username is told to hold', async () => {
  const ivo = await site.duet.person('ivo');
  const run = await losing('POST', /^\/api\/auth\/username$/, { vera: ivo });
  const { tab, t } = await tabOf(run, 'vera1');
  const { ChangeUsername } = await tab.load<typeof import('../../src/screens/account/ChangeUsername.tsx')>(
    '/src/screens/account/ChangeUsername.tsx',
  );
  const outer = tab.show(ChangeUsername, { user: ivo.user });
  await run.quiet();
  const form = tab.show(outer.component('UsernameForm'), { user: ivo.user, onSaved: () => undefined });
  await run.quiet();
  type(form, 'ivona_new');
  await run.quiet();
  submit(form);
  await run.pass(5000);
  expect(await told(tab)).toEqual([t('address.usernameChanged')]);
  const { data } = await ivo.api.call(accountsEndpoints['accounts.currentUser']);
  expect(data.user.username).toBe('ivona_new');
});

it('another address is told to hold', async () => {
  const noa = await site.duet.person('noa');
  const run = await losing('POST', /^\/api\/auth\/email$/, { vera: noa });
  const { tab } = await tabOf(run, 'vera1');
  const { AddressForm } = await tab.load<typeof import('../../src/screens/account/mail/AddressForm.tsx')>(
    '/src/screens/account/mail/AddressForm.tsx',
  );
  const changed: (string | null)[] = [];
  const form = tab.show(AddressForm, {
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
  const run = await losing('POST', /^\/api\/admin\/invitations$/);
  const { tab, t } = await tabOf(run, 'ana1');
  const { InvitationForm } = await tab.load<typeof import('../../src/features/people/InvitationForm.tsx')>(
    '/src/features/people/InvitationForm.tsx',
  );
  const made: string[] = [];
  const form = tab.show(InvitationForm, { onMade: ({ _id }: { _id: string }) => made.push(_id) });
  await run.quiet();
  submit(form);
  await run.pass(5000);
  expect([made, tab.told.map(({ text }) => text)]).toEqual([[], [t('people.inviteErrored')]]);
  const { data } = await site.people.ana.api.call(joiningEndpoints['invitations.list']);
  expect(data.invitations.map(({ state }) => state)).toEqual(['open']);
});

it('an invitation that was revoked is told to be revoked', async () => {
  const { data } = await site.people.ana.api.call(joiningEndpoints['invitations.create'], { body: {} });
  const run = await losing('DELETE', /^\/api\/admin\/invitations\//);
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
    const run = await losing('POST', new RegExp(`/${what}$`));
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

  const renaming = await losing('PATCH', /passkeys/, { vera: ove });
  const { tab } = await tabOf(renaming, 'vera1');
  const { RenamePasskey } = await tab.load<
    typeof import('../../src/screens/account/signing-in/RenamePasskey.tsx')
  >('/src/screens/account/signing-in/RenamePasskey.tsx');
  let isDone = false;
  const onDone = () => {
    isDone = true;
  };
  const form = tab.show(RenamePasskey, { passkey, onDone });
  await renaming.quiet();
  type(form, 'My key');
  await renaming.quiet();
  submit(form);
  await renaming.pass(5000);
  expect([isDone, await told(tab), await names()]).toEqual([true, [], ['My key']]);

  const removing = await losing('DELETE', /passkeys/, { vera: ove });
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

it('a personal token whose answer was lost is told to be there perhaps, and is to be found and revoked', async () => {
  const lea = await site.duet.person('lea');
  const run = await losing('POST', /^\/api\/auth\/tokens$/, { vera: lea });
  const { tab, t } = await tabOf(run, 'vera1');
  const { TokenForm } = await tab.load<typeof import('../../src/screens/account/tokens/TokenForm.tsx')>(
    '/src/screens/account/tokens/TokenForm.tsx',
  );
  const made: string[] = [];
  const props = { isAdmin: false, onUnsaved: () => undefined, onMade: (token: string) => made.push(token) };
  const form = tab.show(TokenForm, props);
  await run.quiet();
  type(form, 'My tool');
  await run.quiet();
  submit(form);
  await run.pass(5000);
  const said = form.parts('p').map(({ children }) => children);
  expect([made, said]).toEqual([[], [t('tokens.errored')]]);
  const { data } = await lea.api.call(personalTokenEndpoints['tokens.list']);
  expect(data.tokens.map(({ name }) => name)).toEqual(['My tool']);
});

it('an account that was made is signed in to, and not told to be taken', async () => {
  const run = await losing('POST', /register/);
  const { tab } = await tabOf(run, 'vera1');
  const { createAccount } = await tab.load<typeof import('../../src/screens/account/create-account.ts')>(
    '/src/screens/account/create-account.ts',
  );
  const typed = { username: 'flora_1', email: 'flora@example.org', password, confirmed: password };
  const made = createAccount(typed, {});
  await run.pass(5000);
  expect((await made)?.user.username).toBe('flora_1');
  const again = createAccount({ ...typed, password: 'Other-Horse3' }, {}).catch((error: unknown) => error);
  await run.pass(5000);
  expect(await again).toMatchObject({ code: 'USERNAME_TAKEN' });
});

it('an account that its person has deleted is told to be deleted', async () => {
  const gus = await site.duet.person('gus');
  const run = await losing('DELETE', /users\/me$/, { vera: gus });
  const { tab, t } = await tabOf(run, 'vera1');
  const { DeleteAccount } = await tab.load<typeof import('../../src/screens/account/DeleteAccount.tsx')>(
    '/src/screens/account/DeleteAccount.tsx',
  );
  const outer = tab.show(DeleteAccount, {});
  await run.quiet();
  const form = tab.show(outer.component('DeleteForm'), {});
  await run.quiet();
  write(form, password);
  await run.quiet();
  submit(form);
  await run.pass(5000);
  expect(await told(tab)).toEqual([t('profile.deleted')]);
  const body = { username: gus.username, password };
  expect((await site.duet.guest.attempt(accountsEndpoints['accounts.login'], { body })).status).toBe(401);
});

it('a session that was signed out is no failure', async () => {
  const hal = await site.duet.person('hal');
  const run = await losing('POST', /logout/, { vera: hal });
  const tab = await run.tab('vera1');
  await run.quiet();
  const { endSession } =
    await tab.load<typeof import('../../src/session/session.ts')>('/src/session/session.ts');
  const ended = endSession();
  await run.pass(5000);
  await ended;
  expect((await hal.api.attempt(accountsEndpoints['accounts.currentUser'])).status).toBe(401);
});
