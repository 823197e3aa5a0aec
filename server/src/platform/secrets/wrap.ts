import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** AES-256-GCM (NIST SP 800-38D) with a nonce of 96 bits, which is random: it is used a handful of times under one key. */
const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;
/** Said along with the key, so that nothing else that may once be encrypted with it passes for the secrets. */
const secretsPurpose = 'duet secrets v1';

/**
 * Encrypts a text with a key of 32 bytes. Answers base64url of nonce, tag and what was encrypted. It opens again with the same
 * purpose only.
 */
export function wrap(text: string, key: Buffer, purpose = secretsPurpose): string {
  const nonce = randomBytes(nonceBytes);
  const sealing = createCipheriv(cipher, key, nonce).setAAD(Buffer.from(purpose));
  const sealed = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()]);
  return Buffer.concat([nonce, sealing.getAuthTag(), sealed]).toString('base64url');
}

/** What was wrapped; null where the key or the purpose is another one, or anything of it was changed. */
export function unwrap(wrapped: string, key: Buffer, purpose = secretsPurpose): string | null {
  const bytes = Buffer.from(wrapped, 'base64url');
  const [nonce, tag] = [bytes.subarray(0, nonceBytes), bytes.subarray(nonceBytes, nonceBytes + tagBytes)];
  if (tag.length < tagBytes) return null;
  const opening = createDecipheriv(cipher, key, nonce).setAAD(Buffer.from(purpose)).setAuthTag(tag);
  try {
    return opening.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + opening.final('utf8');
  } catch {
    return null;
  }
}
