import { createHash, createHmac } from 'node:crypto';
import { dayMs, limits } from '@duet/contract/limits';
import type { Context } from '../platform/context.ts';
import { dayOf } from '../platform/days.ts';
import type { Caller } from '../platform/http/handler.ts';
import { limitedAddress } from '../platform/ip-addresses.ts';

/** By what somebody's views are told from other people's. */
export interface ViewerKey {
  readonly viewer: string;
  /** What the same guest was called before midnight, while that still matters; else null. */
  readonly formerViewer: string | null;
  /** Of a guest, as limits count it; null for a person. */
  readonly address: string | null;
}

/**
 * A person by their id, whatever else they send; a guest by the id that their device keeps, hashed, else by address
 * and browser. The latter's salt is another one each day, so that nobody can be followed through the records; for the
 * length of the window the hash of yesterday is known as well.
 */
export function viewerKey(context: Context, caller: Caller, viewerId: string | undefined): ViewerKey {
  if (caller.viewer) return { viewer: `person:${caller.viewer.id}`, formerViewer: null, address: null };
  const address = limitedAddress(caller.address);
  if (viewerId !== undefined) {
    const hash = createHash('sha256').update(viewerId).digest('base64url');
    return { viewer: `device:${hash}`, formerViewer: null, address };
  }
  const now = context.clock.now();
  const today = dayOf(now);
  const named = (day: number) => `network:${networkHash(context, caller, day)}`;
  const young = now - today * dayMs < limits.views.windowMs;
  return { viewer: named(today), formerViewer: young ? named(today - 1) : null, address };
}

const networkHash = ({ secrets }: Context, { address, userAgent }: Caller, day: number): string =>
  createHmac('sha256', secrets.visitorKey)
    .update([day, limitedAddress(address), userAgent].join('\n'))
    .digest('base64url');
