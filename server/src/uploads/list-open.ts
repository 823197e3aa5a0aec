import type { OpenUpload } from '@duet/contract/uploads/shapes';
import type { Context } from '../platform/context.ts';
import { presentOpen } from './present.ts';
import { findOpenSessions } from './store.ts';

/** This person's uploads that are not finished, newest first, each as far as it has come. */
export async function listOpenUploads(context: Context, userId: string): Promise<OpenUpload[]> {
  const open = await findOpenSessions(context.db.read, context.confirmedClock.now());
  const own = open.filter(({ user_id }) => user_id === userId).sort((a, b) => (a.id < b.id ? 1 : -1));
  const listed: OpenUpload[] = [];
  for (const session of own) {
    // One that ends in this moment is none that could be continued.
    const chunks = await context.openUploads.durableChunks(session).catch(() => null);
    if (chunks) listed.push(presentOpen(session, chunks));
  }
  return listed;
}
