import { findPerson } from '../accounts/operator.ts';
import type { Context } from '../platform/context.ts';
import { Failure } from '../platform/failure.ts';
import { CommandError } from './command.ts';

/** Whom NAME means: an account that is there and not deleted. */
export async function requirePerson(
  { db }: Context,
  name: string,
): Promise<{ readonly id: string; readonly username: string }> {
  const account = await findPerson(db.read, name).catch((cause) => {
    if (!(cause instanceof Failure)) throw cause;
    throw new CommandError(`Nobody is called ${name}. \`npm run duet -- user list\` names everybody.`, {
      cause,
    });
  });
  if (account.deleted_at !== null) {
    throw new CommandError(
      `The account of ${account.username} is deleted. An admin can restore it in the app.`,
    );
  }
  return account;
}

/** `2 sessions ended`, for the end of a sentence. */
export const sessionsEnded = (count: number): string =>
  count === 1 ? '1 session ended' : `${count} sessions ended`;
