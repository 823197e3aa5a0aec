import { createHmac } from 'node:crypto';
import { totpEndpoints } from '@duet/contract/second-steps/endpoints';
import type { Person } from './duet.ts';

const stepMs = 30_000;

/** Base32 of RFC 4648, without padding. */
function bytesOf(secret: string): Buffer {
  const bits = [...secret]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** The code that an authenticator app shows (RFC 6238, RFC 4226 5.3), `steps` from now. */
export function codeOf(secret: string, steps = 0): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / stepMs) + steps));
  const mac = createHmac('sha1', bytesOf(secret)).update(counter).digest();
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}

/** Turns somebody's second step on; the code of the present time step is taken then. */
export async function turnOnSecondStep({
  api,
}: Person): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = (await api.call(totpEndpoints['totp.begin'], {})).data;
  const confirmed = await api.call(totpEndpoints['totp.confirm'], { body: { code: codeOf(secret) } });
  return { secret, recoveryCodes: confirmed.data.recoveryCodes };
}
