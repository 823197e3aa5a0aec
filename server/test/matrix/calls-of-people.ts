import type { EndpointName } from '@duet/contract/endpoints';
import { password } from '../harness.ts';
import type { PersonState } from './fixtures.ts';
import { marks } from './secrets.ts';
import { type Asked, type Outcome, ofPeople, plain, seesPerson, type Target } from './targets.ts';

const id = (of: string): Asked => ({ params: { id: of } });

/** What no passkey has made: it passes for a new one as for a signature. */
const madeUp = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  response: {
    clientDataJSON: Buffer.from('{"challenge":"AAAA"}').toString('base64url'),
    attestationObject: 'AAAA',
    authenticatorData: 'AAAA',
    signature: 'AAAA',
  },
} as const;

const gone = (state: PersonState): boolean => state === 'missing';

/** Of what admins do with other accounts: `self` is what their own answers. */
const byAdmins =
  (self: Outcome, rest: (state: PersonState) => Outcome = () => 'ok') =>
  (_: unknown, state: PersonState): Outcome => {
    if (state === 'self') return self;
    return gone(state) ? 'USER_NOT_FOUND' : rest(state);
  };

/** Changes of an account; `own` is what one's own answers, by role. */
const change = (
  body: Readonly<Record<string, string>>,
  own: Readonly<Record<'user' | 'admin', Outcome>>,
  proof: boolean,
): Target[] =>
  ofPeople(
    (of) => ({ ...id(of), body }),
    ({ role }, state) => {
      if (state === 'self') return own[role === 'admin' ? 'admin' : 'user'];
      if (role !== 'admin') return 'FORBIDDEN';
      return gone(state) ? 'USER_NOT_FOUND' : 'ok';
    },
    { proof },
  ).map((target) => ({ ...target, name: `${Object.keys(body)} of ${target.name}` }));

/** Whom one can write to: whoever is there. */
const reachable =
  (self: Outcome) =>
  (_: unknown, state: PersonState): Outcome => {
    if (state === 'self') return self;
    return state === 'other' || state === 'admin' ? 'ok' : 'USER_NOT_FOUND';
  };

/** Blocking goes by who is known: a deleted account is, one that waits is not. */
const blockable =
  (self: Outcome) =>
  (_: unknown, state: PersonState): Outcome => {
    if (state === 'self') return self;
    return state === 'missing' || state === 'waiting' ? 'USER_NOT_FOUND' : 'ok';
  };

const blocks = (self: Outcome): Target[] => ofPeople((userId) => ({ params: { userId } }), blockable(self));

export const peopleCalls: Readonly<Partial<Record<EndpointName, readonly Target[]>>> = {
  'accounts.register': [
    plain((fixtures) => {
      const username = fixtures.name();
      return { body: { username, email: `${username}@example.org`, password } };
    }),
    plain(
      (fixtures) => {
        const username = fixtures.name();
        return { body: { username, email: `${username}@example.org`, password, role: 'admin' } };
      },
      'INVALID',
      { name: 'with a role' },
    ),
    plain(
      { body: { username: 'x_y_z', email: 'x@example.org', password, setupCode: 'no' } },
      'SETUP_CODE_INVALID',
    ),
    plain(
      { body: { username: 'x_y_z', email: 'x@example.org', password, invitation: 'no' } },
      'INVITATION_OVER',
    ),
  ],
  'accounts.logout': [plain({}, 'ok', { endsCaller: true })],
  'accounts.currentUser': [plain()],
  'accounts.preferences': [plain()],
  'accounts.savePreferences': [plain({ body: { notifications_posts: true } })],
  'accounts.users': [plain(), plain({ query: { search: 'wanda', onlyWaiting: 'true' } })],
  'accounts.createUser': [
    plain((fixtures) => ({ body: { username: fixtures.name() } })),
    plain((fixtures) => ({ body: { username: fixtures.name(), role: 'admin' } }), 'ok', {
      proof: true,
      name: 'an admin',
    }),
  ],
  'accounts.user': ofPeople(id, seesPerson),
  'accounts.changeUser': [
    ...change({ displayName: 'Other' }, { user: 'ok', admin: 'ok' }, false),
    ...change({ password }, { user: 'ok', admin: 'ok' }, true),
    ...change({ role: 'admin' }, { user: 'FORBIDDEN', admin: 'OWN_ACCOUNT_EDIT' }, true),
    ...change({ role: 'user' }, { user: 'FORBIDDEN', admin: 'OWN_ACCOUNT_EDIT' }, true),
    ...change({ email: 'x@example.org' }, { user: 'INVALID', admin: 'INVALID' }, false).map((target) => ({
      ...target,
      outcome: () => 'INVALID' as const,
    })),
  ],
  'accounts.deleteUser': ofPeople(id, byAdmins('OWN_ACCOUNT'), { proof: true }),
  'accounts.restoreUser': ofPeople(id, byAdmins('OWN_ACCOUNT')),
  'accounts.approveUser': ofPeople(
    id,
    byAdmins('ok', (state) => (state === 'deleted' ? 'USER_NOT_FOUND' : 'ok')),
  ),
  'accounts.declineUser': ofPeople(
    id,
    byAdmins('WRONG_STATE', (state) => (state === 'waiting' ? 'ok' : 'WRONG_STATE')),
  ),
  'accounts.deleteMe': [
    plain({ body: { password } }, 'ok', { endsCaller: true }),
    plain({ body: { password: 'Wrong!456' } }, 'WRONG_PASSWORD', { name: 'wrong password' }),
  ],
  'accounts.makePasswordLink': ofPeople(
    id,
    byAdmins('OWN_ACCOUNT_EDIT', (state) => {
      if (state === 'deleted') return 'USER_NOT_FOUND';
      return state === 'waiting' ? 'WRONG_STATE' : 'ok';
    }),
    { proof: true },
  ),
  'accounts.usePasswordLink': [plain({ body: { code: 'no', password } }, 'PASSWORD_LINK_INVALID')],
  'accounts.forgotten': [
    plain({ body: { email: 'bogdan@example.org' } }),
    plain({ body: { email: 'nobody' } }),
  ],
  'identity.email': [plain()],
  'identity.changeEmail': [
    plain((fixtures) => ({ body: { email: `${fixtures.name()}@example.org` } }), 'ok', {
      proof: true,
      endsCaller: true,
    }),
    plain({ body: { email: 'BOGDAN@example.org' } }, 'EMAIL_TAKEN', {
      proof: true,
      name: 'of somebody else',
      endsCaller: true,
    }),
  ],
  'identity.cancelEmail': [plain()],
  'identity.sendVerification': [plain({}, 'WRONG_STATE')],
  'identity.confirmEmail': [plain({ body: { code: 'no' } }, 'EMAIL_LINK_INVALID')],
  'identity.changeUsername': [
    plain((fixtures) => ({ body: { username: fixtures.name() } }), 'ok', { proof: true, endsCaller: true }),
  ],
  'digest.show': [plain()],
  'digest.choose': [
    plain({ body: { weekly: false } }),
    plain({ body: { weekly: true } }, 'WRONG_STATE', { name: 'where the site sends no mail' }),
  ],
  'digest.unsubscribe': [plain({ query: { token: 'no' } }, 'UNSUBSCRIBE_LINK_INVALID')],
  'accounts.prove': [
    plain({ body: { password } }, 'ok', { endsCaller: true }),
    plain({ body: { password: 'Wrong!456' } }, 'WRONG_PASSWORD'),
  ],
  'accounts.sessions': [plain()],
  'accounts.endOtherSessions': [plain({}, 'ok', { endsCaller: true })],
  'accounts.endSession': [
    plain(async (fixtures, owner, fresh) => id(await fixtures.session(owner, fresh)), 'ok', { name: 'own' }),
    plain(async (fixtures) => id(await fixtures.session(fixtures.bogdan, false)), 'NOT_FOUND', {
      name: "another's",
    }),
    plain(id('nowhere'), 'NOT_FOUND', { name: 'missing' }),
  ],
  'tokens.list': [plain()],
  'tokens.create': [
    plain({ body: { name: 'mine', scopes: ['read'] } }, 'ok', { proof: true }),
    plain(
      { body: { name: 'mine', scopes: ['admin'] } },
      ({ role }) => (role === 'admin' ? 'ok' : 'ADMIN_REQUIRED'),
      {
        proof: true,
        name: 'for admins',
        endsCaller: true,
      },
    ),
  ],
  'tokens.revoke': [
    plain(async (fixtures, owner, fresh) => id(await fixtures.tokenId(owner, fresh)), 'ok', { name: 'own' }),
    plain(async (fixtures) => id(await fixtures.tokenId(fixtures.bogdan, false)), 'NOT_FOUND', {
      name: "another's",
    }),
    plain(id('nowhere'), 'NOT_FOUND', { name: 'missing' }),
  ],
  'totp.status': [plain()],
  'totp.begin': [plain({}, 'ok', { proof: true, endsCaller: true })],
  'totp.confirm': [plain({ body: { code: '000000' } }, 'WRONG_STATE', { proof: true, endsCaller: true })],
  'totp.remove': [plain({}, 'ok', { proof: true, endsCaller: true })],
  'totp.recoveryCodes': [plain({}, 'WRONG_STATE', { proof: true, endsCaller: true })],
  'totp.signIn': [
    plain((fixtures) => ({ body: { token: fixtures.secondStepToken, code: 'no' } }), 'SECOND_STEP_FAILED'),
    plain({ body: { token: 'no', code: '000000' } }, 'SIGN_IN_OVER'),
  ],
  'passkeys.list': [plain()],
  'passkeys.begin': [plain({}, 'ok', { proof: true })],
  'passkeys.register': [plain({ body: { credential: madeUp } }, 'PASSKEY_REFUSED', { proof: true })],
  'passkeys.rename': [plain({ ...id('nowhere'), body: { name: 'Mine' } }, 'NOT_FOUND')],
  'passkeys.remove': [plain(id('nowhere'), 'NOT_FOUND', { proof: true })],
  'passkeys.beginSignIn': [
    plain({ body: {} }),
    plain({ body: { token: 'no' } }, 'SIGN_IN_OVER', { name: 'second step' }),
  ],
  'passkeys.signIn': [plain({ body: { credential: madeUp } }, 'PASSKEY_REFUSED')],
  'passkeys.beginProof': [plain()],
  'passkeys.prove': [plain({ body: { credential: madeUp } }, 'PASSKEY_REFUSED')],
  'invitations.create': [
    plain({ body: { note: marks.note } }),
    plain({ body: { role: 'admin', note: marks.note } }, 'ok', { proof: true, name: 'for an admin' }),
  ],
  'invitations.list': [plain()],
  'invitations.revoke': [
    plain(async (fixtures) => id(await fixtures.invitation()), 'ok'),
    plain(id('nowhere'), 'NOT_FOUND', { name: 'missing' }),
  ],
  'invitations.lookUp': [plain({ body: { invitation: 'no' } }, 'INVITATION_OVER')],
  'messages.send': ofPeople(
    (recipientId) => ({ body: { recipientId, message: 'Hello' } }),
    reachable('MESSAGE_TO_SELF'),
  ),
  'messages.conversations': [plain()],
  'messages.conversation': [
    ...ofPeople(id, reachable('ok')),
    plain(
      async (fixtures) => ({ ...id(fixtures.bogdan.id), query: { before: await fixtures.message() } }),
      'MESSAGE_NOT_FOUND',
      { name: 'before a message of others' },
    ),
  ],
  'messages.recipients': ['', 'wanda', 'dan_', 'bogdan', 'example.org'].map((search) =>
    plain({ query: { search } }, 'ok', { name: `“${search}”` }),
  ),
  'messages.unreadCount': [plain()],
  'messages.blocks': [plain()],
  'messages.block': blocks('ok'),
  'messages.setBlock': blocks('BLOCK_SELF'),
  'messages.liftBlock': blocks('ok'),
};
