import { createSocket, type Socket } from 'node:dgram';
import type { LookupAddress } from 'node:dns';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPublicLookup } from './public-lookup.ts';

/** Addresses of names; of any other the name server says nothing. */
const addresses: Readonly<Record<string, readonly number[]>> = {
  quick: [93, 184, 216, 34],
  inside: [10, 0, 0, 1],
  self: [127, 0, 0, 1],
};

let nameServer: Socket;
let lookup: ReturnType<typeof createPublicLookup>;
beforeAll(async () => {
  nameServer = createSocket('udp4');
  nameServer.on('message', (query, { port, address }) => {
    const name = query.subarray(13, 13 + (query[12] ?? 0)).toString();
    const found = addresses[name];
    if (found) nameServer.send(answerTo(query, found), port, address);
  });
  await new Promise<void>((resolve) => nameServer.bind(0, '127.0.0.1', resolve));
  lookup = createPublicLookup([`127.0.0.1:${nameServer.address().port}`]);
});
afterAll(() => void nameServer.close());

/** RFC 1035 §4.1: the question again, and for IPv4 one record that points to its name. */
function answerTo(query: Buffer, ip: readonly number[]): Buffer {
  const end = query.indexOf(0, 12) + 5;
  const isIPv4 = query.readUInt16BE(end - 4) === 1;
  const header = Buffer.from(query.subarray(0, 12));
  header.writeUInt16BE(0x8180, 2);
  header.writeUInt16BE(isIPv4 ? 1 : 0, 6);
  header.writeUInt32BE(0, 8);
  const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...ip]);
  return Buffer.concat([header, query.subarray(12, end), ...(isIPv4 ? [record] : [])]);
}

const resolved = (hostname: string, family?: 4 | 6): Promise<readonly LookupAddress[]> =>
  new Promise((resolve, reject) =>
    lookup(hostname, { all: true, ...(family && { family }) }, (error, found) =>
      error ? reject(error) : resolve(found as LookupAddress[]),
    ),
  );

describe('looking up a push service', () => {
  it('waits for no name whose server is silent', async () => {
    const silent = Array.from({ length: 64 }, (_, n) =>
      resolved(`silent-${n}.example.org`).catch(() => null),
    );
    const began = performance.now();
    expect(await resolved('quick.example.org')).toEqual([{ address: '93.184.216.34', family: 4 }]);
    expect(performance.now() - began).toBeLessThan(1500);
    expect(await Promise.all(silent)).toEqual(silent.map(() => null));
    // So long a notification is waited for.
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  it('answers one address or all, of the family that is asked for', async () => {
    const one = await new Promise((resolve) =>
      lookup('quick.example.org', {}, (_error, address, family) => resolve([address, family])),
    );
    expect(one).toEqual(['93.184.216.34', 4]);
    await expect(resolved('quick.example.org', 6)).rejects.toThrow('has no address');
  });

  it.each(['inside.example.org', 'self.example.org'])('refuses %s, which is no public host', async (name) => {
    await expect(resolved(name)).rejects.toThrow('is no public host');
  });
});
