import { actsAsAdmin } from '../accounts/account.ts';
import type { Context } from '../platform/context.ts';

const rememberMs = 10_000;
const rememberPeople = 1000;

/**
 * Whether the person of a signature still is an admin, asked again after 10 s (security.md §9): whoever lost the
 * role loses the files within that time, and a video's many requests do not each ask the database.
 */
export function createActiveAdmins(context: Context): (userId: string) => Promise<boolean> {
  const known = new Map<string, { readonly admin: Promise<boolean>; readonly until: number }>();
  return (userId) => {
    const now = context.clock.now();
    const remembered = known.get(userId);
    if (remembered && now < remembered.until) return remembered.admin;
    if (known.size >= rememberPeople) known.clear();
    const admin = actsAsAdmin(context.db.read, userId);
    known.set(userId, { admin, until: now + rememberMs });
    admin.catch(() => known.delete(userId));
    return admin;
  };
}
