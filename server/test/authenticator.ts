import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type {
  Assertion,
  CreationOptions,
  NewCredential,
  RequestOptions,
} from '@duet/contract/passkeys/shapes';

type Cbor = number | string | Uint8Array | ReadonlyMap<number | string, Cbor> | readonly Cbor[];

/** The bytes of a value in CBOR (RFC 8949), as far as authenticators need it. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  if (value instanceof Map) {
    const entries = [...value].flatMap(([key, each]) => [cbor(key), cbor(each)]);
    return Buffer.concat([head(5, value.size), ...entries]);
  }
  const list = value as readonly Cbor[];
  return Buffer.concat([head(4, list.length), ...list.map(cbor)]);
}

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
}

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();
const base64 = (data: string | Uint8Array): string => Buffer.from(data).toString('base64url');

interface Key {
  readonly id: Buffer;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  readonly rpId: string;
  readonly userHandle: string;
}

/** What a test may have the authenticator, or the page around it, do otherwise. */
export interface Behaviour {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly verified?: boolean;
  readonly counter?: number;
  /** The statement of an attestation that nobody asked for. */
  readonly attestation?: { readonly fmt: string; readonly statement: ReadonlyMap<string, Cbor> };
}

/**
 * A browser with an authenticator in software, which keeps passkeys of ES256 keys: what `navigator.credentials` answers
 * (Web Authentication Level 3, 6). It counts its signatures.
 */
export class Authenticator {
  readonly origin: string;
  readonly keys: Key[] = [];
  counter = 0;

  constructor(origin: string) {
    this.origin = origin;
  }

  /** Of `navigator.credentials.create`. */
  create(options: CreationOptions, behaviour: Behaviour = {}): NewCredential {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const id = randomBytes(32);
    this.keys.push({ id, privateKey, publicKey, rpId: options.rp.id, userHandle: options.user.id });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const cose = cbor(
      new Map<number, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    );
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cose]);
    const authData = Buffer.concat([this.#data(options.rp.id, behaviour, 0x40), attested]);
    const { fmt, statement } = behaviour.attestation ?? { fmt: 'none', statement: new Map<string, Cbor>() };
    return {
      id: base64(id),
      rawId: base64(id),
      type: 'public-key',
      response: {
        clientDataJSON: this.#client('webauthn.create', options.challenge, behaviour),
        attestationObject: base64(
          cbor(
            new Map<string, Cbor>([
              ['fmt', fmt],
              ['attStmt', statement],
              ['authData', authData],
            ]),
          ),
        ),
        transports: ['internal'],
      },
    };
  }

  /** Of `navigator.credentials.get`, with the newest passkey that is asked for. */
  get(options: RequestOptions, behaviour: Behaviour = {}): Assertion {
    const allowed = options.allowCredentials.map(({ id }) => id);
    const key = this.keys.findLast(({ id }) => allowed.length === 0 || allowed.includes(base64(id)));
    if (!key) throw new Error('there is no such passkey');
    this.counter += 1;
    const data = this.#data(options.rpId, behaviour, 0);
    const client = this.#client('webauthn.get', options.challenge, behaviour);
    const signed = Buffer.concat([data, sha256(Buffer.from(client, 'base64url'))]);
    return {
      id: base64(key.id),
      rawId: base64(key.id),
      type: 'public-key',
      response: {
        clientDataJSON: client,
        authenticatorData: base64(data),
        signature: base64(sign('sha256', signed, key.privateKey)),
        userHandle: key.userHandle,
      },
    };
  }

  #client(type: string, challenge: string, behaviour: Behaviour): string {
    const origin = behaviour.origin ?? this.origin;
    return base64(
      JSON.stringify({ type, challenge: behaviour.challenge ?? challenge, origin, crossOrigin: false }),
    );
  }

  /** Authenticator data (6.1): whose site, user present, user verified, how often it has signed. */
  #data(
    rpId: string,
    { rpId: other, verified = true, counter = this.counter }: Behaviour,
    flags: number,
  ): Buffer {
    const rest = Buffer.alloc(5);
    rest[0] = flags | 0x01 | (verified ? 0x04 : 0);
    rest.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(other ?? rpId), rest]);
  }
}
