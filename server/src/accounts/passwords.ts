import { argon2, createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { formatPhc, type Phc, parsePhc } from './phc.ts';
import { Semaphore } from './semaphore.ts';

/** The key of `secrets.pepper`, mixed into every password, so that the database alone is not enough to guess. */
export type Pepper = string;

const current = { memory: 47_104, passes: 1, parallelism: 1 };
const saltBytes = 16;
const tagBytes = 32;

/** One hash takes 46 MiB and about 90 ms of a core, so few run at a time (trust.md §3). One semaphore per process. */
export const passwordSemaphore = new Semaphore({ concurrent: 2, queue: 32, maxWaitMs: 5000 });

const derive = promisify(argon2);

/** The PHC string to store. */
export async function hashPassword(password: string, pepper: Pepper): Promise<string> {
  const settings = { ...current, keyId: keyIdOf(pepper), salt: randomBytes(saltBytes) };
  const tag = await tagOf(password, pepper, settings, tagBytes);
  return formatPhc({ ...settings, tag });
}

/**
 * Whether the password is the one that was hashed. Without a hash (`null`, nobody of that name) it does the same
 * work and answers no, so that the time tells nothing.
 */
export async function verifyPassword(
  password: string,
  stored: string | null,
  pepper: Pepper,
): Promise<boolean> {
  const phc = stored === null ? null : parsePhc(stored);
  const known = phc !== null && isKnown(phc, pepper);
  const against = known ? phc : decoy(pepper);
  const tag = await tagOf(password, pepper, against, against.tag.length);
  return timingSafeEqual(tag, against.tag) && known;
}

/** Whether a hash was made with other settings, or another pepper, than those in force. */
export function needsRehash(stored: string, pepper: Pepper): boolean {
  const phc = parsePhc(stored);
  return (
    phc === null ||
    phc.memory !== current.memory ||
    phc.passes !== current.passes ||
    phc.parallelism !== current.parallelism ||
    phc.keyId !== keyIdOf(pepper) ||
    phc.salt.length !== saltBytes ||
    phc.tag.length !== tagBytes
  );
}

const decoy = (pepper: Pepper): Phc => ({
  ...current,
  keyId: keyIdOf(pepper),
  salt: Buffer.alloc(saltBytes),
  tag: randomBytes(tagBytes),
});

/** Whether a stored hash was made with this pepper, so that its password can be verified at all. */
export function isVerifiable(stored: string, pepper: Pepper): boolean {
  const phc = parsePhc(stored);
  return phc !== null && isKnown(phc, pepper);
}

const isKnown = ({ keyId }: Phc, pepper: Pepper): boolean => keyId === null || keyId === keyIdOf(pepper);

/** Tells one pepper from another without telling the pepper. */
const keyIdOf = (pepper: Pepper): string =>
  createHash('sha256').update('duet pepper id ').update(pepper).digest().subarray(0, 6).toString('base64');

function tagOf(
  password: string,
  pepper: Pepper,
  settings: Omit<Phc, 'tag'>,
  tagLength: number,
): Promise<Buffer> {
  const { memory, passes, parallelism, salt: nonce, keyId } = settings;
  const text = password.normalize('NFC');
  const message = keyId === null ? Buffer.from(text) : createHmac('sha256', pepper).update(text).digest();
  return passwordSemaphore.run(() =>
    derive('argon2id', { message, nonce, parallelism, tagLength, memory, passes }),
  );
}
