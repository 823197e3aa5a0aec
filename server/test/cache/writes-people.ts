import type { Client } from '../client.ts';
import { password } from '../harness.ts';
import { type Answered, pictureOf, type Write, type Writes } from './act.ts';
import { picked, type SitePerson } from './site-state.ts';

/** A new session, which also proves who it is. */
export const signIn: Write = async (state, { server, who }) => {
  const person = state.person(who);
  const caller = state.caller(server);
  const body = { username: person.username, password };
  const answer = await caller.call('accounts.login', { body });
  if (answer.status !== 200) return answer;
  const { token, next } = answer.body.data;
  if (!next) {
    person.tokens.push(token);
    return answer;
  }
  return person.passkey && signInWithPasskey(person, person.passkey, { caller, token });
};

/** As the second step of a sign-in that waits for it. */
async function signInWithPasskey(
  person: SitePerson,
  { authenticator }: NonNullable<SitePerson['passkey']>,
  { caller, token }: { readonly caller: Client; readonly token: string },
): Promise<Answered> {
  const begun = await caller.call('passkeys.beginSignIn', { body: { token } });
  if (begun.status !== 200) return begun;
  const credential = authenticator.get(begun.body.data.options, { origin: caller.url });
  const answer = await caller.call('passkeys.signIn', { body: { token, credential } });
  if (answer.status === 200) person.tokens.push(answer.body.data.token);
  return answer;
}

/** By the admin, anybody or themselves. */
const rename: Write = (state, { server, who, choice }) =>
  state.admin(server).call('accounts.changeUser', {
    params: { id: state.person(who).id },
    body: { displayName: choice % 3 ? `Name ${choice}` : '' },
  });

/** By what people change who they are, and by what they act. */
export const peopleWrites = {
  register: async (state, { server }) => {
    const username = state.nextName();
    const body = { username, email: `${username}@example.org`, password };
    const answer = await state.caller(server).call('accounts.register', { body });
    if (answer.status === 200) {
      const { user, token } = answer.body.data;
      const waits = token === undefined;
      state.addPerson({ id: user._id, username, tokens: waits ? [] : [token], waits });
    }
    return answer;
  },
  signIn,
  signOut: async (state, { server, who }) => {
    const person = state.person(who);
    const token = person.tokens.pop();
    if (token === undefined) return undefined;
    state.add('ended', token);
    return state.caller(server, token).call('accounts.logout');
  },
  endOtherSessions: (state, { server, who }) => state.as(who, server).call('accounts.endOtherSessions'),
  makeToken: async (state, { server, who, choice }) => {
    const make = (scope: 'write' | 'admin') =>
      state
        .as(who, server)
        .call('tokens.create', { body: { name: `Program ${choice}`, scopes: ['read', scope] } });
    const asked = await make(choice % 3 ? 'admin' : 'write');
    const answer = asked.body.code === 'ADMIN_REQUIRED' ? await make('write') : asked;
    if (answer.status === 200) {
      const { token, personalToken } = answer.body.data;
      state.add('programs', { id: personalToken._id, ownerId: state.person(who).id, token });
    }
    return answer;
  },
  revokeToken: async (state, { server, what }) => {
    const program = picked(state.programs, what);
    const owner = state.people.findIndex(({ id }) => id === program?.ownerId);
    if (!program || owner < 0) return undefined;
    return state.as(owner, server).call('tokens.revoke', { params: { id: program.id } });
  },
  username: async (state, { server, who }) => {
    const username = state.nextName();
    const answer = await state.as(who, server).call('identity.changeUsername', { body: { username } });
    if (answer.status === 200) state.person(who).username = username;
    return answer;
  },
  email: (state, { server, who, choice }) =>
    state
      .as(who, server)
      .call('identity.changeEmail', { body: { email: `${state.person(who).id}.${choice}@example.org` } }),
  renamePerson: rename,
  picture: (state, { server, who, choice }) =>
    state.as(who, server).call('media.profilePicture', { body: { imageData: pictureOf(choice) } }),
  preferences: (state, { server, who, choice }) =>
    state.as(who, server).call('accounts.savePreferences', {
      body: { language: choice % 2 ? 'ro' : 'en', notifications_posts: choice % 3 === 0 },
    }),
} as const satisfies Writes;

/** By who writes the posts, under each of which the name stands. */
export const authorWrites = {
  renameAuthor: (state, act) => rename(state, { ...act, who: 0 }),
} as const satisfies Writes;
