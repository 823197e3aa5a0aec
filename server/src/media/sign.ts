import { createHmac, timingSafeEqual } from 'node:crypto';
import { limits } from '@duet/contract/limits';
import type { Clock } from '../platform/context.ts';
import type { Secrets } from '../platform/secrets/secrets.ts';
import { mediaUrl } from '../platform/storage/media-url.ts';

/** Ends are rounded up to this many seconds, so that a URL stays the same, and cached, for a while. */
const roundSeconds = 300;

interface Signer {
  readonly clock: Clock;
  readonly secrets: Pick<Secrets, 'mediaKey' | 'formerMediaKey'>;
}

/** What the query of a signed URL says. */
interface Signature {
  /** The id of a person, or that of a personal token behind its prefix (`granteeOf`). */
  readonly grantee: string;
}

function hmac(key: string, path: string, end: string, grantee: string): Buffer {
  return createHmac('sha256', Buffer.from(key, 'base64url')).update(`v1|${path}|${end}|${grantee}`).digest();
}

/** The URL of a file that only this person may open, and only for a while; for exactly this path. */
export function signedUrl(signer: Signer, path: string, grantee: string): string {
  const { imageMs, videoMs } = limits.signedMedia;
  const life = path.startsWith('videos/') ? videoMs : imageMs;
  return urlUntil(signer, path, grantee, roundedUp((signer.clock.now() + life) / 1000, roundSeconds));
}

/** The URL of a file that all members see and guests do not, for this one of them. */
export function memberUrl(signer: Signer, path: string, grantee: string): string {
  const seconds = limits.signedMedia.memberMs / 1000;
  return urlUntil(signer, path, grantee, roundedUp(signer.clock.now() / 1000 + seconds, seconds));
}

const roundedUp = (value: number, step: number): string => String(Math.ceil(value / step) * step);

function urlUntil({ secrets }: Signer, path: string, grantee: string, end: string): string {
  const signature = hmac(secrets.mediaKey, path, end, grantee).toString('base64url');
  return `${mediaUrl(path)}?e=${end}&u=${encodeURIComponent(grantee)}&s=${signature}`;
}

/** Who may open `path` by this query; null where it is not ours, not for this path, or over. */
export function readSignature(
  { clock, secrets }: Signer,
  path: string,
  query: URLSearchParams,
): Signature | null {
  const end = query.get('e') ?? '';
  const grantee = query.get('u') ?? '';
  const given = Buffer.from(query.get('s') ?? '', 'base64url');
  if (!/^\d{1,11}$/.test(end) || Number(end) * 1000 <= clock.now()) return null;
  const keys = [secrets.mediaKey, secrets.formerMediaKey].filter((key) => key !== undefined);
  const ours = keys.some((key) => {
    const expected = hmac(key, path, end, grantee);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  return ours ? { grantee } : null;
}
