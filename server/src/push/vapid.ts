import { createECDH } from 'node:crypto';
import type { Context } from '../platform/context.ts';

/** Who sends (RFC 8292); keys are base64url. */
export interface Vapid {
  readonly subject: string;
  readonly publicKey: string;
  readonly privateKey: string;
}

/** Push services may write to whom it names; the reserved one says that this site has not said where it is. */
const unknownSite = 'https://duet.invalid';

export function vapidOf({ config, secrets }: Pick<Context, 'config' | 'secrets'>): Vapid {
  const { publicUrl } = config;
  return {
    subject: publicUrl?.startsWith('https:') ? publicUrl : unknownSite,
    publicKey: publicKeyOf(secrets.pushKey),
    privateKey: secrets.pushKey,
  };
}

/** The uncompressed point of P-256 that belongs to a private key. */
export function publicKeyOf(privateKey: string): string {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(privateKey, 'base64url');
  return pair.getPublicKey('base64url');
}
