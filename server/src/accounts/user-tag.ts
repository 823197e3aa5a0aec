import type { Context } from '../platform/context.ts';
import type { Reads } from '../platform/db/database.ts';
import { entityTag, type IfMatch, partsOf } from '../platform/http/entity-tag.ts';
import { type Account, findPasswordHash } from './store.ts';

/**
 * The entity tag of what can be edited of an account: names, email, role, photo, whether it is deleted, and which
 * password it has. Preferences are not part of it; they have a call of their own. The password is a part of its own, so
 * that a conflict can say whether it was changed.
 */
export async function userTag({ secrets }: Context, reads: Reads, account: Account): Promise<string> {
  const { username, display_name, email, role, picture_path, deleted_at } = account;
  const facts = [username, display_name, email, role, picture_path, deleted_at];
  return entityTag(secrets.pepper, facts, await findPasswordHash(reads, account.id));
}

/** Whether the password is another one than in any of the versions that the condition names. */
export function passwordChanged(condition: IfMatch, tag: string): boolean {
  const [, password] = partsOf(tag);
  return Array.isArray(condition) && !condition.some((each) => partsOf(each)[1] === password);
}
