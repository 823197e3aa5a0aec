import { accountsEndpoints } from '@duet/contract/accounts/endpoints';
import { personalTokenEndpoints } from '@duet/contract/accounts/personal-token-endpoints';
import { commentsEndpoints } from '@duet/contract/comments/endpoints';
import { messagesEndpoints } from '@duet/contract/messages/endpoints';
import { postsEndpoints } from '@duet/contract/posts/endpoints';
import { createElement } from 'react';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Person, password } from '../../../e2e/harness/duet.ts';
import type { NewPassword } from '../../src/screens/account/new-password.ts';
import { agree } from './agree.ts';
import { losing, submit, tabOf, told, type, write } from './lost-answer.ts';
import { openSite } from './site.ts';

let site: Awaited<ReturnType<typeof openSite>>;
beforeAll(async () => {
  site = await openSite();
}, 90_000);
afterAll(() => site[Symbol.asyncDispose]());

const commentOf = async (author: Person, postId: string) =>
  (await author.api.call(commentsEndpoints['comments.create'], { body: { postId, text: 'Hello' } })).data
    .comment;

it('a deleted post is told to be deleted', async () => {
  const run = await losing(site, 'DELETE', /^\/api\/posts\//);
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
  const run = await losing(site, 'DELETE', /^\/api\/comments\//);
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
    const run = await losing(site, deleted ? 'POST' : 'DELETE', /^\/api\/users\//);
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
    const run = await losing(site, method, /blocks/);
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
  const run = await losing(site, 'POST', /preferences/, { vera: ida });
  const tab = await run.tab('vera1');
  await run.quiet();
  const { chooseLanguage } = await tab.load<typeof import('../../src/session/choose-language.ts')>(
    '/src/session/choose-language.ts',
  );
  const chosen = chooseLanguage('ro');
  await run.pass(5000);
  await chosen;
  const { data } = await ida.api.call(accountsEndpoints['accounts.currentUser']);
  expect(data.user.language).toBe('ro');
});

it('a new password is told to be the new one', async () => {
  const eva = await site.duet.person('eva');
  const run = await losing(site, 'PATCH', /^\/api\/users\//, { vera: eva });
  const { tab, t } = await tabOf(run, 'vera1');
  const { ChangePassword } = await tab.load<typeof import('../../src/screens/account/ChangePassword.tsx')>(
    '/src/screens/account/ChangePassword.tsx',
  );
  const form = tab.show(ChangePassword, { user: eva.user });
  await run.quiet();
  const { entry } = form.part('NewPasswordFields') as unknown as { readonly entry: NewPassword };
  entry.setPassword('Another-Horse2');
  entry.setConfirmed('Another-Horse2');
  await run.quiet();
  submit(form);
  await run.pass(5000);
  expect(await told(tab)).toEqual([t('profile.passwordChanged')]);
  await site.duet.signIn(eva.username, 'Another-Horse2');
});

it('another username is told to hold', async () => {
  const ivo = await site.duet.person('ivo');
  const run = await losing(site, 'POST', /^\/api\/auth\/username$/, { vera: ivo });
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

it('a personal token whose answer was lost is told to be there perhaps, and is to be found and revoked', async () => {
  const lea = await site.duet.person('lea');
  const run = await losing(site, 'POST', /^\/api\/auth\/tokens$/, { vera: lea });
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
  const run = await losing(site, 'POST', /register/);
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
  const run = await losing(site, 'DELETE', /users\/me$/, { vera: gus });
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
  const run = await losing(site, 'POST', /logout/, { vera: hal });
  const tab = await run.tab('vera1');
  await run.quiet();
  const { endSession } =
    await tab.load<typeof import('../../src/session/session.ts')>('/src/session/session.ts');
  const ended = endSession();
  await run.pass(5000);
  await ended;
  expect((await hal.api.attempt(accountsEndpoints['accounts.currentUser'])).status).toBe(401);
});
