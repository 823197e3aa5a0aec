import { limits } from '@duet/contract/limits';
import type { Context } from '../../platform/context.ts';
import type { Writes } from '../../platform/db/database.ts';
import { Failure } from '../../platform/failure.ts';
import type { Viewer } from '../../platform/http/handler.ts';
import { isoTime } from '../../platform/iso-time.ts';
import { requireAccount } from '../account.ts';
import { audit } from '../audit.ts';
import { deviceOf } from './device.ts';
import { emitSessionsEnded } from './live-sessions.ts';
import { isLive } from './session-life.ts';
import { deleteSession, deleteSessions, type Ending, listSessions } from './session-store.ts';

/** One's live sessions, the most recently used first, and which of them began lately on a device that was new. */
export async function showSessions(context: Context, viewer: Viewer) {
  const now = context.clock.now();
  const all = await listSessions(context.db.read, viewer.id);
  // Not the role that they act in: an admin who lacks a second step has the sessions of an admin.
  const { role } = await requireAccount(context.db.read, viewer.id);
  const live = all.filter((session) => isLive({ ...session, role }, now));
  const newDevices = live
    .filter(({ new_device, created_at }) => new_device === 1 && now - created_at < limits.newDevice.markMs)
    .map(({ id }) => id);
  const sessions = live.map((session) => ({
    _id: session.id,
    created_at: isoTime(session.created_at),
    last_used_at: isoTime(session.last_used_at),
    device: deviceOf(session.user_agent),
    current: session.id === viewer.sessionId,
  }));
  return { sessions, ...(newDevices.length > 0 && { newDevices }) };
}

export async function logout(context: Context, viewer: Viewer, address: string): Promise<void> {
  await context.db.write(async (tx) => {
    await deleteSession(tx, viewer.id, viewer.sessionId, signedOut(context));
    emitSessionsEnded(context, tx, viewer.id);
    await audit(context, tx, { actorId: viewer.id, action: 'logout', subjectId: viewer.id, address });
  });
}

const signedOut = (context: Context): Ending => ({ reason: 'signedOut', at: context.clock.now() });

/** NOT_FOUND where the id is nobody's or somebody else's session. */
export async function endSession(
  context: Context,
  viewer: Viewer,
  id: string,
  address: string,
): Promise<void> {
  await context.db.write(async (tx) => {
    if (!(await deleteSession(tx, viewer.id, id, signedOut(context)))) throw new Failure('NOT_FOUND');
    emitSessionsEnded(context, tx, viewer.id);
    await auditEnded(context, tx, { viewer, address, sessions: 1 });
  });
}

export async function endOtherSessions(context: Context, viewer: Viewer, address: string): Promise<void> {
  await context.db.write(async (tx) => {
    const sessions = await deleteSessions(tx, viewer.id, viewer.sessionId, signedOut(context));
    if (sessions === 0) return;
    emitSessionsEnded(context, tx, viewer.id);
    await auditEnded(context, tx, { viewer, address, sessions });
  });
}

/** A person signed other devices of theirs out. */
function auditEnded(
  context: Context,
  tx: Writes,
  {
    viewer,
    address,
    sessions,
  }: { readonly viewer: Viewer; readonly address: string; readonly sessions: number },
): Promise<void> {
  return audit(context, tx, {
    actorId: viewer.id,
    action: 'sessions.end',
    subjectId: viewer.id,
    details: { sessions },
    address,
  });
}
