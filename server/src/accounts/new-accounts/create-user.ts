import { randomBytes } from 'node:crypto';
import type { accountsEndpoints } from '@duet/contract/accounts/endpoints';
import type { Data, Parsed } from '@duet/contract/endpoint';
import type { Context } from '../../platform/context.ts';
import type { UserRow } from '../../platform/db/schema/accounts.ts';
import { type Change, requireAccount, requireSession } from '../account.ts';
import { audit } from '../audit.ts';
import { issuePasswordLink } from '../passwords/password-link.ts';
import { presentUser } from '../present.ts';
import { requireProof } from '../sessions/proof.ts';
import { addUser, withTakenNames } from './new-user.ts';

type CreateUser = (typeof accountsEndpoints)['accounts.createUser'];

interface Person extends Pick<UserRow, 'username' | 'email' | 'role' | 'language'> {
  readonly password: string;
  readonly displayName?: string;
}

/**
 * Makes an account by the hand of the site's keeper, whatever registration allows; answers its id. The fields have
 * passed the rules of the contract. USERNAME_TAKEN or EMAIL_TAKEN where they are.
 */
export async function createUser(context: Context, { password, ...person }: Person): Promise<string> {
  const id = context.ids.next();
  const password_hash = await context.passwords.hash(password);
  const created = context.db.write(async (tx) => {
    await addUser(context, tx, { ...person, id, password_hash });
    const details = { role: person.role };
    await audit(context, tx, { actorId: null, action: 'user.create', subjectId: id, details, address: '' });
  });
  await withTakenNames(created);
  return id;
}

/**
 * Adds a person by an admin (decisions §8, `POST /api/users`), together with the one-time link with which they choose
 * their password; until then nobody knows one. USERNAME_TAKEN or EMAIL_TAKEN where they are: the same call again makes
 * no second person.
 */
export async function createUserWithLink(
  { context, viewer, address }: Omit<Change, 'id'>,
  person: Parsed<CreateUser>['body'],
): Promise<Data<CreateUser>> {
  if (person.role === 'admin') await requireProof(context, viewer);
  const id = context.ids.next();
  const password_hash = await context.passwords.hash(randomBytes(32).toString('base64url'));
  const created = context.db.write(async (tx) => {
    await requireSession(tx, viewer);
    await addUser(context, tx, { ...person, id, password_hash, language: null });
    const details = { role: person.role };
    await audit(context, tx, { actorId: viewer.id, action: 'user.create', subjectId: id, details, address });
    const passwordLink = await issuePasswordLink(context, tx, { actorId: viewer.id, userId: id, address });
    return { user: presentUser(await requireAccount(tx, id)), passwordLink };
  });
  return withTakenNames(created);
}
