import { createHmac, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { BackupFault } from '../fault.ts';

/** How objects get their names and bytes in a repository. */
export interface Sealing {
  readonly isEncrypted: boolean;
  /** The name of an object by the SHA-256 (hex) of its content, 64 hex digits. */
  nameOf(sha256: string): string;
  seal(content: AsyncIterable<Uint8Array>): Promise<AsyncIterable<Uint8Array>>;
  open(sealed: AsyncIterable<Uint8Array>): Promise<AsyncIterable<Uint8Array>>;
}

/** Content as it is, under its own sum. */
export const unsealed: Sealing = {
  isEncrypted: false,
  nameOf: (sha256) => sha256,
  seal: async (content) => content,
  open: async (sealed) => sealed,
};

/** A megabyte of curves, which a server whose backups are not encrypted does not need. */
const age = () => import('age-encryption');

/** What opens a repository; itself encrypted with the passphrase (age, scrypt), so that another passphrase need touch nothing else. */
const keysShape = z.object({ identity: z.string(), nameKey: z.string() });
type Keys = z.output<typeof keysShape>;

export const freshKeys = async (): Promise<Keys> => ({
  identity: await (await age()).generateX25519Identity(),
  nameKey: randomBytes(32).toString('base64url'),
});

export async function wrapKeys(keys: Keys, passphrase: string): Promise<Uint8Array> {
  const { Encrypter } = await age();
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  return encrypter.encrypt(JSON.stringify(keys));
}

/** Throws a `BackupFault` where it is another passphrase. */
export async function unwrapKeys(wrapped: Uint8Array, passphrase: string): Promise<Keys> {
  const { Decrypter } = await age();
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  const text = await decrypter.decrypt(wrapped, 'text').catch((cause: unknown) => {
    throw new BackupFault('The passphrase is not the one that these backups were made with.', { cause });
  });
  return keysShape.parse(JSON.parse(text));
}

/**
 * Content encrypted by age (age-encryption.org/v1), each object with a key of its own; names that tell nothing of the content
 * to whoever has it as well.
 */
export async function ageSealing({ identity, nameKey }: Keys): Promise<Sealing> {
  const { Decrypter, Encrypter, identityToRecipient } = await age();
  const recipient = await identityToRecipient(identity);
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  const key = Buffer.from(nameKey, 'base64url');
  return {
    isEncrypted: true,
    nameOf: (sha256) => createHmac('sha256', key).update(sha256).digest('hex'),
    seal: (content) => encrypter.encrypt(streamOf(content)),
    open: (sealed) => decrypter.decrypt(streamOf(sealed)),
  };
}

const streamOf = (bytes: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> =>
  Readable.toWeb(Readable.from(bytes, { objectMode: false })) as ReadableStream<Uint8Array>;
