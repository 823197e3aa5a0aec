import type { Context } from '../platform/context.ts';
import type { Reads } from '../platform/db/database.ts';

const rememberMs = 10_000;
const rememberPeople = 1000;

/**
 * Whether the person of a signature still may see what it is for, asked again after 10 s (security.md §9): whoever lost the
 * role or the account loses the files within that time, and a video's many requests do not each ask the database.
 */
export function createActivePeople(
  context: Context,
  may: (reads: Reads, userId: string) => Promise<boolean>,
): (userId: string) => Promise<boolean> {
  const known = new Map<string, { readonly answer: Promise<boolean>; readonly until: number }>();
  return (userId) => {
    const now = context.clock.now();
    const remembered = known.get(userId);
    if (remembered && now < remembered.until) return remembered.answer;
    if (known.size >= rememberPeople) known.clear();
    const answer = may(context.db.read, userId);
    known.set(userId, { answer, until: now + rememberMs });
    answer.catch(() => known.delete(userId));
    return answer;
  };
}
