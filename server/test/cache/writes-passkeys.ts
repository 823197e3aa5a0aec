import { removePasskeys } from '../../src/passkeys/own-passkeys.ts';
import { Authenticator } from '../authenticator.ts';
import type { Act, Write, Writes } from './act.ts';
import type { World } from './world.ts';

/** For an admin it is a second step from then on. */
const addPasskey: Write = async (world, { server, who }) => {
  const client = world.as(who, server);
  const begun = await client.call('passkeys.begin');
  if (begun.status !== 200) return begun;
  const authenticator = new Authenticator(client.url);
  const credential = authenticator.create(begun.body.data.options);
  const answer = await client.call('passkeys.register', { body: { credential } });
  if (answer.status === 200) {
    world.person(who).passkey = { id: answer.body.data.passkey._id, authenticator };
  }
  return answer;
};

async function removePasskey(world: World, { server, who }: Act, id: string) {
  const answer = await world.as(who, server).call('passkeys.remove', { params: { id } });
  if (answer.status === 200) delete world.person(who).passkey;
  return answer;
}

/** At the command line: also the last second step of an admin who needs one. */
async function removeAtCommandLine(world: World, { server, who }: Act): Promise<undefined> {
  const [context, person] = [world.servers.contexts[server], world.person(who)];
  if (!context) return;
  await removePasskeys(context, person.id);
  delete person.passkey;
}

/** Where admins need a second step, one who lacks it acts as everybody else does. */
export const passkeyWrites = {
  /** Adds one, or removes the one that there is. */
  passkey: (world, act) => {
    const of = { ...act, who: world.ownerOr(act.who, act.what) };
    const { passkey } = world.person(of.who);
    if (!passkey) return addPasskey(world, of);
    // The admin by whom all is set right stays one.
    const isByThemselves = act.choice % 2 === 0 || world.person(of.who) === world.person(0);
    return isByThemselves ? removePasskey(world, of, passkey.id) : removeAtCommandLine(world, of);
  },
} as const satisfies Writes;

/** Of the whole site. */
export const secondStepWrites = {
  /** Two of three times they do; whoever requires it has one. */
  adminsNeedSecondStep: async (world, act) => {
    const required = act.choice % 3 > 0;
    const added =
      required && !world.person(0).passkey ? await addPasskey(world, { ...act, who: 0 }) : undefined;
    if (added && added.status !== 200) return added;
    return world.admin(act.server).call('site.requireSecondStep', { body: { required } });
  },
} as const satisfies Writes;
