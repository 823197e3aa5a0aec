import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { composedPassword } from '@duet/contract/accounts/rules';
import { HashingThread } from '../../platform/hashing/hashing-thread.ts';
import { Semaphore } from '../../platform/semaphore.ts';
import { formatPhc, type Phc, parsePhc } from './phc.ts';

declare module '../../platform/context.ts' {
  interface Context {
    readonly passwords: Passwords;
  }
}

const current = { memory: 47_104, passes: 1, parallelism: 1 };
const saltBytes = 16;
const tagBytes = 32;

/**
 * Hashes of passwords under `secrets.pepper`, a key that is mixed into every one, so that the database alone is not
 * enough to guess.
 */
export class Passwords {
  readonly #pepper: string;
  readonly #thread = new HashingThread();
  /**
   * One hash takes 46 MiB and 50 to 90 ms of a core: one runs at a time in a process, so that of two cores one is left
   * to those who do not sign in (security.md §3).
   */
  readonly #semaphore = new Semaphore({
    name: 'hashing of passwords',
    concurrent: 1,
    queue: 32,
    maxWaitMs: 5000,
  });

  constructor(pepper: string) {
    this.#pepper = pepper;
  }

  /** How many hashes have been computed so far. */
  get computed(): number {
    return this.#semaphore.finished;
  }

  /** The PHC string to store. */
  async hash(password: string): Promise<string> {
    const settings = { ...current, keyId: this.#keyId, salt: randomBytes(saltBytes) };
    return formatPhc({ ...settings, tag: await this.#tagOf(password, settings, tagBytes) });
  }

  /**
   * Whether the password is the one that was hashed. Without a hash (`null`, nobody of that name) it does the same
   * work and answers no, so that the time tells nothing.
   */
  async verify(password: string, stored: string | null): Promise<boolean> {
    const phc = stored === null ? null : parsePhc(stored);
    const known = phc !== null && this.#isKnown(phc);
    const against = known ? phc : this.#decoy();
    const tag = await this.#tagOf(password, against, against.tag.length);
    return timingSafeEqual(tag, against.tag) && known;
  }

  /** Whether a hash was made with other settings, or another pepper, than those in force. */
  needsRehash(stored: string): boolean {
    const phc = parsePhc(stored);
    return (
      phc === null ||
      phc.memory !== current.memory ||
      phc.passes !== current.passes ||
      phc.parallelism !== current.parallelism ||
      phc.keyId !== this.#keyId ||
      phc.salt.length !== saltBytes ||
      phc.tag.length !== tagBytes
    );
  }

  /** Whether a stored hash was made with this pepper, so that its password can be verified at all. */
  isVerifiable(stored: string): boolean {
    const phc = parsePhc(stored);
    return phc !== null && this.#isKnown(phc);
  }

  #decoy(): Phc {
    return { ...current, keyId: this.#keyId, salt: Buffer.alloc(saltBytes), tag: randomBytes(tagBytes) };
  }

  #isKnown({ keyId }: Phc): boolean {
    return keyId === null || keyId === this.#keyId;
  }

  /** Tells one pepper from another without telling the pepper. */
  get #keyId(): string {
    const sum = createHash('sha256').update('duet pepper id ').update(this.#pepper).digest();
    return sum.subarray(0, 6).toString('base64');
  }

  #tagOf(password: string, settings: Omit<Phc, 'tag'>, tagLength: number): Promise<Buffer> {
    const { memory, passes, parallelism, salt: nonce, keyId } = settings;
    const text = composedPassword(password);
    const message =
      keyId === null ? Buffer.from(text) : createHmac('sha256', this.#pepper).update(text).digest();
    return this.#semaphore.run(() =>
      this.#thread.tagOf({ message, nonce, parallelism, tagLength, memory, passes }),
    );
  }
}
