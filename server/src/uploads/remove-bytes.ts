import type { Context } from '../platform/context.ts';

/** Frees the space of an upload that is over. What fails is logged, and tried again by `removeStaleUploads`. */
export async function removeBytes({ openUploads, log }: Context, sessionId: string): Promise<void> {
  await openUploads
    .remove(sessionId)
    .catch((err) => log.error({ err, upload: sessionId }, 'the bytes of an upload could not be removed'));
}
