import { createECDH, randomBytes } from 'node:crypto';
import { z } from 'zod';

const key = z.string().regex(/^[\w-]{43}$/);

export const secretsShape = z.object({
  /** Signs the addresses of media that are not public. */
  mediaKey: key,
  /** The one before, still accepted for as long as its signatures may be in use. */
  formerMediaKey: key.optional(),
  /** Mixed into every password hash, so that the database alone is not enough to guess at them. */
  pepper: key,
  /** Salts the daily hash that tells guests without a `viewerId` apart. */
  visitorKey: key,
  /** Signs what is sent to push services (VAPID): a private key of P-256. */
  pushKey: key,
});

/** 256-bit keys, base64url. */
export type Secrets = Readonly<z.output<typeof secretsShape>>;

const freshKey = (): string => randomBytes(32).toString('base64url');

/** A private key of P-256, always at its full 32 bytes. */
export function freshPushKey(): string {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  return Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()])
    .subarray(-32)
    .toString('base64url');
}

/** The secrets of a new site. */
export const freshSecrets = (): Secrets => ({
  mediaKey: freshKey(),
  pepper: freshKey(),
  visitorKey: freshKey(),
  pushKey: freshPushKey(),
});

/** Secrets from their JSON text; null where it is damaged. */
export function readSecrets(text: string): Secrets | null {
  try {
    return secretsShape.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
