import { limits } from '@duet/contract/limits';
import type { Context } from '../../platform/context.ts';
import type { Writes } from '../../platform/db/database.ts';
import { deviceOf } from './device.ts';
import { listDevices, noteDevices } from './known-device-store.ts';
import { listSessions } from './session-store.ts';

/**
 * Notes the device that a session is about to begin on; whether it is of another kind than all that the person has signed in
 * on before. Browser and system alone tell, because phones change their network by the hour. A device that says nothing of
 * itself is none that anybody has to hear of, nor is the first that is noted of an account: it is where the account was made,
 * or, on a site of before devices were noted, mostly one that the person has long used. Those of their sessions are then
 * noted with it.
 */
export async function isNewDevice(
  context: Context,
  tx: Writes,
  userId: string,
  userAgent: string,
): Promise<boolean> {
  const device = deviceOf(userAgent);
  const now = context.clock.now();
  const known = await listDevices(tx, userId);
  const isFirst = known.length === 0;
  const ofSessions = isFirst ? await listSessions(tx, userId) : [];
  const noted = new Set([device, ...ofSessions.map((each) => deviceOf(each.user_agent))]);
  await noteDevices(tx, userId, noted, { at: now, forgetBefore: now - limits.newDevice.forgetMs });
  return !isFirst && device !== '' && !known.includes(device);
}
