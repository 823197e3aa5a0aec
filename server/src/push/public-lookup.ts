import { Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from '../platform/ip-addresses.ts';

/** An answer is waited for 2 s and asked for once more; the whole is given up well before a notification is. */
const asking = { timeout: 2000, tries: 2 };

/**
 * Resolves names to public addresses only, for a connection to the very address that was checked. It asks name servers itself:
 * `dns.lookup` has two threads for the whole process, so that a few names whose servers are silent would hold up every other one.
 * `servers` are those of the system unless given.
 */
export function createPublicLookup(servers?: readonly string[]): LookupFunction {
  return (hostname, options, callback) => {
    resolveAll(hostname, servers).then(
      (addresses) => {
        const { family } = options;
        const wanted = addresses.filter(
          (each) => !family || family === each.family || family === `IPv${each.family}`,
        );
        const [first] = wanted;
        if (!first) callback(new Error(`${hostname} has no address`), '', 4);
        else if (!addresses.every(({ address }) => isPublicAddress(address)))
          callback(new Error(`${hostname} is no public host`), '', 4);
        else if (options.all) callback(null, wanted);
        else callback(null, first.address, first.family);
      },
      (error: Error) => callback(error, '', 4),
    );
  };
}

async function resolveAll(hostname: string, servers?: readonly string[]) {
  const resolver = new Resolver(asking);
  if (servers) resolver.setServers(servers);
  const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const addresses = [
    ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
    ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
  ];
  if (addresses.length === 0 && four.status === 'rejected') throw four.reason;
  return addresses;
}
