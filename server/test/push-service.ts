import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PushPayload } from '@duet/contract/push/shapes';

/** A notification as the device reads it, and what the push service saw of it. */
interface Arrived {
  readonly payload: PushPayload;
  readonly headers: IncomingHttpHeaders;
  /** From the signature: who sent it, for which service, until when. */
  readonly vapid: { readonly key: string; readonly aud: string; readonly sub: string; readonly exp: number };
}

/** A browser's subscription, with the keys that only the browser has. */
export class Device {
  readonly endpoint: string;
  readonly arrived: Arrived[] = [];
  /** What the service answers, in this order, before it takes any: a status and headers. */
  readonly refusals: { readonly status: number; readonly headers?: Record<string, string> }[] = [];
  tries = 0;
  /** Takes what comes and never answers. */
  hang = false;
  readonly #pair = createECDH('prime256v1');
  readonly #auth = randomBytes(16);

  constructor(endpoint: string) {
    this.endpoint = endpoint;
    this.#pair.generateKeys();
  }

  /** `PushSubscription.toJSON()` */
  get subscription() {
    const keys = { p256dh: this.#pair.getPublicKey('base64url'), auth: this.#auth.toString('base64url') };
    return { endpoint: this.endpoint, expirationTime: null, keys };
  }

  /** RFC 8291 over RFC 8188: one record, `salt 16 | record size 4 | length 1 | sender's key | ciphertext`. */
  decrypt(body: Buffer): PushPayload {
    const salt = body.subarray(0, 16);
    const senderKey = body.subarray(21, 21 + (body[20] ?? 0));
    const sealed = body.subarray(21 + senderKey.length);
    const derive = (key: Uint8Array, from: Uint8Array, info: Buffer, bytes: number) =>
      Buffer.from(hkdfSync('sha256', key, from, info, bytes));
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.#pair.getPublicKey(), senderKey]);
    const secret = derive(this.#pair.computeSecret(senderKey), this.#auth, info, 32);
    const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
    const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
    const decipher = createDecipheriv('aes-128-gcm', key, nonce);
    decipher.setAuthTag(sealed.subarray(-16));
    const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
    return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString());
  }
}

/** RFC 8292; throws where the signature is not that of the key which the site says it is. */
function readVapid(authorization = ''): Arrived['vapid'] {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const [x = '', y = ''] = [point.subarray(1, 33), point.subarray(33)].map((part) =>
    part.toString('base64url'),
  );
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } });
  const signed = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!signed) throw new Error('the signature is not that of the key');
  return { key, ...JSON.parse(Buffer.from(claims, 'base64url').toString()) };
}

/** A push service of the test's own: takes what a site sends as those of the browsers do, and reads it as a device. */
export class PushService implements AsyncDisposable {
  readonly #devices = new Map<string, Device>();
  readonly #server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => {
      const device = this.#devices.get(request.url ?? '');
      if (!device) return response.writeHead(404).end();
      device.tries += 1;
      if (device.hang) return;
      const refusal = device.refusals.shift();
      if (refusal) return response.writeHead(refusal.status, refusal.headers).end();
      try {
        const { headers } = request;
        const vapid = readVapid(headers.authorization);
        device.arrived.push({ payload: device.decrypt(Buffer.concat(parts)), headers, vapid });
        response.writeHead(201).end();
      } catch (error) {
        response.writeHead(400).end(String(error));
      }
    });
  });

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  device(): Device {
    const path = `/send/${randomBytes(12).toString('base64url')}`;
    const device = new Device(this.origin + path);
    this.#devices.set(path, device);
    return device;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
