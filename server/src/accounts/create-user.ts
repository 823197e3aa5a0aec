import type { Context } from '../platform/context.ts';
import type { UserRow } from '../platform/db/schema/accounts.ts';
import { audit } from './audit.ts';
import { addUser, takenNames } from './new-user.ts';
import { hashPassword } from './passwords.ts';

interface Person extends Pick<UserRow, 'username' | 'email' | 'role' | 'language'> {
  readonly password: string;
}

/**
 * Makes an account by the hand of the site's keeper, whatever registration allows; answers its id. The fields have
 * passed the rules of the contract. USERNAME_TAKEN or EMAIL_TAKEN where they are.
 */
export async function createUser(context: Context, { password, ...person }: Person): Promise<string> {
  const id = context.ids.next();
  const password_hash = await hashPassword(password, context.secrets.pepper);
  const created = context.db.write(async (tx) => {
    await addUser(context, tx, { ...person, id, password_hash });
    const details = { role: person.role };
    await audit(context, tx, { actorId: null, action: 'user.create', subjectId: id, details, address: '' });
  });
  await takenNames(created);
  return id;
}
