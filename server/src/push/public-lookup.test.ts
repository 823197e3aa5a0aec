import { createSocket, type Socket } from 'node:dgram';
import type { LookupAddress, LookupOptions } from 'node:dns';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPublicLookup } from './public-lookup.ts';

interface Records {
  readonly 4?: readonly (readonly number[])[];
  readonly 6?: readonly (readonly number[])[];
}

const outside = [93, 184, 216, 34];
const inside = [10, 0, 0, 1];
/** 2606:2800:220:1:248:1893:25c8:1946 */
const outsideSix = [0x26, 6, 0x28, 0, 2, 0x20, 0, 1, 2, 0x48, 0x18, 0x93, 0x25, 0xc8, 0x19, 0x46];
/** fd00::1 */
const insideSix = [0xfd, ...Array<number>(14).fill(0), 1];

/** Addresses of names, `null` for one that there is not; of any other the name server says nothing. */
const addresses: Readonly<Record<string, Records | null>> = {
  quick: { 4: [outside] },
  both: { 4: [outside], 6: [outsideSix] },
  six: { 6: [outsideSix] },
  inside: { 4: [inside] },
  self: { 4: [[127, 0, 0, 1]] },
  mixed: { 4: [outside, inside] },
  hidden: { 4: [outside], 6: [insideSix] },
  nowhere: null,
};

let nameServer: Socket;
let lookup: ReturnType<typeof createPublicLookup>;
beforeAll(async () => {
  nameServer = createSocket('udp4');
  nameServer.on('message', (query, { port, address }) => {
    const name = query.subarray(13, 13 + (query[12] ?? 0)).toString();
    const found = addresses[name];
    if (found !== undefined) nameServer.send(answerTo(query, found), port, address);
  });
  await new Promise<void>((resolve) => nameServer.bind(0, '127.0.0.1', resolve));
  lookup = createPublicLookup([`127.0.0.1:${nameServer.address().port}`]);
});
afterAll(() => void nameServer.close());

/** RFC 1035 §4.1, RFC 3596: the question again, and a record for each address of the family that is asked for. */
function answerTo(query: Buffer, records: Records | null): Buffer {
  const end = query.indexOf(0, 12) + 5;
  const type = query.readUInt16BE(end - 4);
  const found = records?.[type === 1 ? 4 : 6] ?? [];
  const header = Buffer.from(query.subarray(0, 12));
  header.writeUInt16BE(records ? 0x8180 : 0x8183, 2);
  header.writeUInt16BE(found.length, 6);
  header.writeUInt32BE(0, 8);
  const answers = found.map((ip) => Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, ip.length, ...ip]));
  return Buffer.concat([header, query.subarray(12, end), ...answers]);
}

const resolved = (hostname: string, family?: LookupOptions['family']): Promise<readonly LookupAddress[]> =>
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
    await expect(resolved('quick.example.org', 6)).rejects.toThrow('quick.example.org has no address');
    const four = { address: '93.184.216.34', family: 4 };
    const six = { address: '2606:2800:220:1:248:1893:25c8:1946', family: 6 };
    expect(await resolved('both.example.org')).toEqual([four, six]);
    for (const family of [4, 'IPv4'] as const)
      expect(await resolved('both.example.org', family)).toEqual([four]);
    for (const family of [6, 'IPv6'] as const)
      expect(await resolved('both.example.org', family)).toEqual([six]);
  });

  it('takes a name that has IPv6 alone, and says of one that there is not what the name server said', async () => {
    expect((await resolved('six.example.org')).map(({ family }) => family)).toEqual([6]);
    await expect(resolved('nowhere.example.org')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });

  it('refuses a name of which one address alone is not public, whichever family is asked for', async () => {
    await expect(resolved('mixed.example.org')).rejects.toThrow('mixed.example.org is no public host');
    await expect(resolved('hidden.example.org', 4)).rejects.toThrow('is no public host');
  });

  it.each(['inside.example.org', 'self.example.org'])('refuses %s, which is no public host', async (name) => {
    await expect(resolved(name)).rejects.toThrow('is no public host');
  });
});
