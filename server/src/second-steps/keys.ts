import { createHmac, hkdfSync } from 'node:crypto';
import type { Context } from '../platform/context.ts';
import { unwrap, wrap } from '../platform/secrets/wrap.ts';

/**
 * Keys of second steps, each of its own purpose (HKDF, RFC 5869). They follow from the site's pepper, which lies in
 * `secrets.json` or, with several servers, encrypted under DUET_SECRET_KEY: the database alone opens no secret.
 */
const keyOf = ({ secrets }: Pick<Context, 'secrets'>, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', Buffer.from(secrets.pepper, 'base64url'), '', `duet ${purpose} v1`, 32));

const purposeOf = (userId: string): string => `duet totp v1 ${userId}`;

/** Encrypts the secret of somebody's authenticator app, Base32. Nobody else's row opens it. */
export const sealSecret = (context: Context, userId: string, secret: string): string =>
  wrap(secret, keyOf(context, 'totp'), purposeOf(userId));

/** Throws where the site's secrets are others than those it was encrypted with, or the row was changed. */
export function openSecret(context: Context, userId: string, sealed: string): string {
  const secret = unwrap(sealed, keyOf(context, 'totp'), purposeOf(userId));
  if (secret === null)
    throw new Error('a secret of second steps does not open with the secrets of this site');
  return secret;
}

/** What is stored of a recovery code, hex. A code has 50 bits, which a hash without a key would not protect. */
export const recoveryHash = (context: Context, userId: string, code: string): string =>
  createHmac('sha256', keyOf(context, 'recovery codes')).update(`${userId}|${code}`).digest('hex');
