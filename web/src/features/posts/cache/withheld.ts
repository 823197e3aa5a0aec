import { CallFailure } from '../../../api/failure.ts';

const statuses: readonly number[] = [401, 403, 404];

/**
 * Whether a read failed because what was asked for is not there any more, or not for this viewer. What is shown of it
 * goes then; it stays where the read failed in any other way.
 */
export const isWithheld = (error: unknown): boolean =>
  error instanceof CallFailure && statuses.includes(error.status);
