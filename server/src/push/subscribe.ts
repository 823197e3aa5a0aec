import { createPublicKey } from 'node:crypto';
import { limits } from '@duet/contract/limits';
import type { Subscription, subscribeBody } from '@duet/contract/push/shapes';
import type { Language } from '@duet/contract/texts/texts';
import type { z } from 'zod';
import { requireSession } from '../accounts/account.ts';
import type { Context } from '../platform/context.ts';
import { Failure } from '../platform/failure.ts';
import type { Viewer } from '../platform/http/handler.ts';
import { isoTime } from '../platform/iso-time.ts';
import { maySendTo } from './push-endpoint.ts';
import { pruneSubscriptions, putSubscription } from './store.ts';

/** Sends this session's notifications to a device from now on; a person's oldest devices beyond 20 are removed. */
export function subscribe(
  { config, db, ids, clock }: Context,
  viewer: Viewer,
  { endpoint, keys }: z.output<typeof subscribeBody>,
  language: Language,
): Promise<Subscription> {
  if (!maySendTo(endpoint, config.pushServices)) throw new Failure('PUSH_ENDPOINT_REFUSED');
  const p256dh = keys.p256dh.replace(/=+$/, '');
  if (!isPoint(Buffer.from(p256dh, 'base64url'))) {
    throw new Failure('INVALID', { fields: { 'keys.p256dh': 'fieldInvalid' } });
  }
  return db.write(async (tx) => {
    await requireSession(tx, viewer);
    const kept = await putSubscription(tx, {
      id: ids.next(),
      user_id: viewer.id,
      session_id: viewer.sessionId,
      endpoint,
      p256dh,
      auth: keys.auth.replace(/=+$/, ''),
      language,
      created_at: clock.now(),
    });
    await pruneSubscriptions(tx, viewer.id, limits.push.devicesPerPerson);
    return { _id: kept.id, endpoint: kept.endpoint, created_at: isoTime(kept.created_at) };
  });
}

/** Whether these bytes are an uncompressed point that lies on P-256; others nothing could be encrypted for. */
function isPoint(bytes: Buffer): boolean {
  if (bytes.length !== 65 || bytes[0] !== 4) return false;
  const [x, y] = [bytes.subarray(1, 33), bytes.subarray(33)].map((part) => part.toString('base64url'));
  try {
    createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' } });
    return true;
  } catch {
    return false;
  }
}
