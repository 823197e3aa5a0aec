import type { Endpoint, TokenScope } from '@duet/contract/endpoint';
import type { ErrorCode } from '@duet/contract/errors';
import { Client } from '../client.ts';
import type { Person } from '../harness.ts';
import type { Fixtures } from './fixtures.ts';
import type { Who } from './secrets.ts';

/** A kind of caller. */
export interface Kind extends Who {
  readonly name: string;
  readonly client: Client;
  /** Whose things are their own; of those who are nobody, of some person. */
  readonly owner: Person;
  /** Their token opens nothing. */
  readonly dead: boolean;
  /** The one scope of a personal token. */
  readonly scope: TokenScope | null;
  /** Whether the session has a proof of the last minutes. */
  readonly proved: boolean;
  /** A new account of the same kind, for what ends sessions or accounts. */
  readonly another: (() => Promise<Person>) | null;
}

/** Everybody who may knock. */
export async function kindsOf(fixtures: Fixtures): Promise<Kind[]> {
  const { harness, anca, matei } = fixtures;
  const { url } = harness;
  const guest = {
    role: 'guest',
    username: null,
    owner: anca,
    dead: false,
    scope: null,
    proved: true,
  } as const;
  const dead = (name: string, client: Client): Kind => ({
    ...guest,
    name,
    client,
    dead: true,
    another: null,
  });
  const session = (name: string, person: Person): Kind => ({
    ...guest,
    ...{ name, client: person, owner: person, role: person.user.role, username: person.user.username },
    another: () => fixtures.account(person.user.role),
  });
  const unproved = async (name: string, person: Person): Promise<Kind> => ({
    ...session(name, person),
    client: await fixtures.withoutProof(person),
    proved: false,
    another: async () => fixtures.withoutProof(await fixtures.account(person.user.role)),
  });
  const token = async (person: Person, scope: TokenScope): Promise<Kind> => ({
    ...session(`a token of ${person.user.role} for ${scope}`, person),
    client: (await fixtures.token(person, scope)).client,
    scope,
    // Without its scope for admins a token sees and does what everybody may.
    role: scope === 'admin' ? 'admin' : 'user',
    another: null,
  });
  return [
    { ...guest, name: 'a guest', client: harness.guest, another: null },
    dead('an invented token', new Client(url, `duet_${'A'.repeat(43)}`)),
    dead('a token that is none', new Client(url, 'duet')),
    dead('a sign-in without its second step', new Client(url, fixtures.secondStepToken)),
    dead('a deleted account', fixtures.deleted),
    dead('a former admin with an old token', fixtures.formerAdmin),
    session('a user', anca),
    await unproved('a user without a proof', anca),
    session('an admin', matei),
    await unproved('an admin without a proof', matei),
    await token(anca, 'read'),
    await token(anca, 'write'),
    await token(matei, 'read'),
    await token(matei, 'write'),
    await token(matei, 'admin'),
  ];
}

type Row = Pick<Endpoint, 'method' | 'path' | 'access' | 'openToGuests' | 'sessionOnly' | 'errors'>;

/**
 * What refuses somebody before anything is looked up (decisions §6 and §8), written down here once more so that the contract's own
 * functions are not held against themselves; null where nothing does.
 */
export function refusalOf(kind: Kind, row: Row, isPrivate: boolean): ErrorCode | null {
  if (kind.dead) return 'SESSION_ENDED';
  if (kind.scope) {
    const ofSignIn = row.path.startsWith('/api/auth/') && row.path !== '/api/auth/user';
    if (row.sessionOnly || ofSignIn || row.errors?.includes('PROOF_NEEDED')) return 'TOKEN_SCOPE';
    const needed = row.access === 'admin' ? 'admin' : row.method === 'GET' ? 'read' : 'write';
    if (needed !== kind.scope) return 'TOKEN_SCOPE';
  }
  if (kind.role === 'guest') {
    if (row.access !== 'anyone') return 'SIGN_IN_REQUIRED';
    return isPrivate && !row.openToGuests ? 'SIGN_IN_REQUIRED' : null;
  }
  return row.access === 'admin' && kind.role !== 'admin' ? 'ADMIN_REQUIRED' : null;
}
