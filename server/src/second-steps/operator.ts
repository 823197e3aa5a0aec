import type { Context } from '../platform/context.ts';
import { turnOff } from './totp.ts';

/** Turns somebody's second step off at the command line, where no session acts; whether it was on. */
export function turnSecondStepOff(context: Context, userId: string): Promise<boolean> {
  return context.db.write((tx) => turnOff(context, tx, { actorId: null, userId, address: '' }));
}
