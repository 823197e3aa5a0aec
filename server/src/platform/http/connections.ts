import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { compile } from '@fastify/proxy-addr';
import type { FastifyInstance } from 'fastify';
import { limitedAddress, plainAddress } from '../ip-addresses.ts';

const maxConnections = 2000;
const maxPerAddress = 256;
/** Of the connections that are still free this part may be of one address: who comes new finds some, whatever others hold. */
const shareOfFree = 1 / 4;

/**
 * Bounds open connections, in all and per address (of IPv6 per /64, as the limits count): the fewer are free, the fewer an address
 * may have (dynamic thresholds, Choudhury and Hahne 1998). Eight addresses hold 1,333 of 2,000 at most, fifty 1,852. A trusted
 * proxy speaks for many and is not counted.
 */
export function boundConnections({ server }: FastifyInstance, trustProxy: readonly string[]): void {
  server.maxConnections = maxConnections;
  const isProxy = compile([...trustProxy]);
  const open = new Map<string, number>();
  let all = 0;
  server.on('connection', (socket: Socket) => {
    all += 1;
    socket.once('close', () => {
      all -= 1;
    });
    const address = plainAddress(socket.remoteAddress ?? '');
    if (trustProxy.length > 0 && isProxy(address, 0)) return;
    const counted = limitedAddress(address);
    const count = (open.get(counted) ?? 0) + 1;
    if (count > Math.min(maxPerAddress, (maxConnections - all) * shareOfFree + 1)) {
      socket.destroy();
      return;
    }
    open.set(counted, count);
    socket.once('close', () => {
      const left = (open.get(counted) ?? 1) - 1;
      if (left > 0) open.set(counted, left);
      else open.delete(counted);
    });
  });
}

/** Closes, when the server stops, the connections on which nothing was asked yet; Node waits for them. */
export function closeUnused(app: FastifyInstance): void {
  const unused = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  app.server.on('request', (request: IncomingMessage) => unused.delete(request.socket));
  app.addHook('preClose', async () => {
    for (const socket of unused) socket.destroy();
  });
}
