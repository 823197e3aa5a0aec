import { findPerson } from '../accounts/person.ts';
import type { Context } from '../platform/context.ts';
import { Failure } from '../platform/failure.ts';
import { deleteBlock, findBlockers, insertBlock } from './store.ts';

/** Whether `userId` has blocked `otherId`; the other way round is nobody's to know. */
export async function hasBlocked(context: Context, userId: string, otherId: string): Promise<boolean> {
  await requirePerson(context, otherId);
  return (await findBlockers(context.db.read, userId, otherId)).has(userId);
}

export async function setBlock(
  context: Context,
  userId: string,
  otherId: string,
  blocked: boolean,
): Promise<boolean> {
  if (blocked && userId === otherId) throw new Failure('BLOCK_SELF');
  await requirePerson(context, otherId);
  await context.db.write((tx) =>
    blocked ? insertBlock(tx, userId, otherId, context.clock.now()) : deleteBlock(tx, userId, otherId),
  );
  return blocked;
}

async function requirePerson(context: Context, id: string): Promise<void> {
  const person = await findPerson(context.db.read, id);
  if (!person || person.waiting) throw new Failure('USER_NOT_FOUND');
}
