import type { Client } from '../client.ts';
import { password } from '../harness.ts';
import { type Answered, pictureOf, type Write, type Writes } from './act.ts';
import { picked, type WorldPerson } from './world.ts';

/** A new session, which also proves who it is. */
export const signIn: Write = async (world, { server, who }) => {
  const person = world.person(who);
  const caller = world.caller(server);
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
  person: WorldPerson,
  { authenticator }: NonNullable<WorldPerson['passkey']>,
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
const rename: Write = (world, { server, who, choice }) =>
  world.admin(server).call('accounts.changeUser', {
    params: { id: world.person(who).id },
    body: { displayName: choice % 3 ? `Name ${choice}` : '' },
  });

/** By what people change who they are, and by what they act. */
export const peopleWrites = {
  register: async (world, { server }) => {
    const username = world.nextName();
    const body = { username, email: `${username}@example.org`, password };
    const answer = await world.caller(server).call('accounts.register', { body });
    if (answer.status === 200) {
      const { user, token } = answer.body.data;
      const waits = token === undefined;
      world.addPerson({ id: user._id, username, tokens: waits ? [] : [token], waits });
    }
    return answer;
  },
  signIn,
  signOut: async (world, { server, who }) => {
    const person = world.person(who);
    const token = person.tokens.pop();
    if (token === undefined) return undefined;
    world.add('ended', token);
    return world.caller(server, token).call('accounts.logout');
  },
  endOtherSessions: (world, { server, who }) => world.as(who, server).call('accounts.endOtherSessions'),
  makeToken: async (world, { server, who, choice }) => {
    const make = (scope: 'write' | 'admin') =>
      world
        .as(who, server)
        .call('tokens.create', { body: { name: `Program ${choice}`, scopes: ['read', scope] } });
    const asked = await make(choice % 3 ? 'admin' : 'write');
    const answer = asked.body.code === 'ADMIN_REQUIRED' ? await make('write') : asked;
    if (answer.status === 200) {
      const { token, personalToken } = answer.body.data;
      world.add('programs', { id: personalToken._id, ownerId: world.person(who).id, token });
    }
    return answer;
  },
  revokeToken: async (world, { server, what }) => {
    const program = picked(world.programs, what);
    const owner = world.people.findIndex(({ id }) => id === program?.ownerId);
    if (!program || owner < 0) return undefined;
    return world.as(owner, server).call('tokens.revoke', { params: { id: program.id } });
  },
  username: async (world, { server, who }) => {
    const username = world.nextName();
    const answer = await world.as(who, server).call('identity.changeUsername', { body: { username } });
    if (answer.status === 200) world.person(who).username = username;
    return answer;
  },
  email: (world, { server, who, choice }) =>
    world
      .as(who, server)
      .call('identity.changeEmail', { body: { email: `${world.person(who).id}.${choice}@example.org` } }),
  renamePerson: rename,
  picture: (world, { server, who, choice }) =>
    world.as(who, server).call('media.profilePicture', { body: { imageData: pictureOf(choice) } }),
  preferences: (world, { server, who, choice }) =>
    world.as(who, server).call('accounts.savePreferences', {
      body: { language: choice % 2 ? 'ro' : 'en', notifications_posts: choice % 3 === 0 },
    }),
} as const satisfies Writes;

/** By who writes the posts, under each of which the name stands. */
export const authorWrites = {
  renameAuthor: (world, act) => rename(world, { ...act, who: 0 }),
} as const satisfies Writes;
