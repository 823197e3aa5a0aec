import { removePasskeys } from '../../src/passkeys/own-passkeys.ts';
import { Authenticator } from '../authenticator.ts';
import type { Act, Write, Writes } from './act.ts';
import type { SiteState } from './site-state.ts';

/** For an admin it is a second step from then on. */
const addPasskey: Write = async (state, { server, who }) => {
  const client = state.as(who, server);
  const begun = await client.call('passkeys.begin');
  if (begun.status !== 200) return begun;
  const authenticator = new Authenticator(client.url);
  const credential = authenticator.create(begun.body.data.options);
  const answer = await client.call('passkeys.register', { body: { credential } });
  if (answer.status === 200) {
    state.person(who).passkey = { id: answer.body.data.passkey._id, authenticator };
  }
  return answer;
};

async function removePasskey(state: SiteState, { server, who }: Act, id: string) {
  const answer = await state.as(who, server).call('passkeys.remove', { params: { id } });
  if (answer.status === 200) delete state.person(who).passkey;
  return answer;
}

/** At the command line: also the last second step of an admin who needs one. */
async function removeAtCommandLine(state: SiteState, { server, who }: Act): Promise<undefined> {
  const [context, person] = [state.servers.contexts[server], state.person(who)];
  if (!context) return;
  await removePasskeys(context, person.id);
  delete person.passkey;
}

/** Where admins need a second step, one who lacks it acts as everybody else does. */
export const passkeyWrites = {
  /** Adds one, or removes the one that there is. */
  passkey: (state, act) => {
    const of = { ...act, who: state.ownerOr(act.who, act.what) };
    const { passkey } = state.person(of.who);
    if (!passkey) return addPasskey(state, of);
    // The admin by whom all is set right stays one.
    const isByThemselves = act.choice % 2 === 0 || state.person(of.who) === state.person(0);
    return isByThemselves ? removePasskey(state, of, passkey.id) : removeAtCommandLine(state, of);
  },
} as const satisfies Writes;

/** Of the whole site. */
export const secondStepWrites = {
  /** Two of three times they do; whoever requires it has one. */
  adminsNeedSecondStep: async (state, act) => {
    const required = act.choice % 3 > 0;
    const added =
      required && !state.person(0).passkey ? await addPasskey(state, { ...act, who: 0 }) : undefined;
    if (added && added.status !== 200) return added;
    return state.admin(act.server).call('site.requireSecondStep', { body: { required } });
  },
} as const satisfies Writes;
