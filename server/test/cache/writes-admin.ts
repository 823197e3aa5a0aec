import { endSessions } from '../../src/accounts/operator.ts';
import { password } from '../harness.ts';
import { ofPerson, type Writes } from './act.ts';

/** What is done to somebody else, by the admin or at the command line. */
export const adminWrites = {
  /** At the command line. */
  endSessions: async (state, { server, what }) => {
    const [context, person] = [state.servers.contexts[server], state.other(what)];
    if (context && person) await endSessions(context, person.id);
    return undefined;
  },
  role: ofPerson((client, id, { choice }) =>
    client.call('accounts.changeUser', { params: { id }, body: { role: choice % 2 ? 'admin' : 'user' } }),
  ),
  password: ofPerson((client, id) =>
    client.call('accounts.changeUser', { params: { id }, body: { password } }),
  ),
  removePerson: ofPerson((client, id) => client.call('accounts.deleteUser', { params: { id } })),
  restorePerson: ofPerson((client, id) => client.call('accounts.restoreUser', { params: { id } })),
  approvePerson: async (state, { server, what }) => {
    const person = state.waiting(what);
    if (!person) return undefined;
    const answer = await state.admin(server).call('accounts.approveUser', { params: { id: person.id } });
    if (answer.status === 200) person.waits = false;
    return answer;
  },
  declinePerson: async (state, { server, what }) => {
    const person = state.waiting(what);
    return person && state.admin(server).call('accounts.declineUser', { params: { id: person.id } });
  },
} as const satisfies Writes;
