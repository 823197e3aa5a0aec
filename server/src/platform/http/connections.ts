import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { compile } from '@fastify/proxy-addr';
import type { FastifyInstance } from 'fastify';
import { plainAddress } from '../ip-addresses.ts';

const maxConnections = 2000;
const maxPerAddress = 256;

/** Bounds open connections, in all and per address; a trusted proxy speaks for many and is not counted. */
export function boundConnections({ server }: FastifyInstance, trustProxy: readonly string[]): void {
  server.maxConnections = maxConnections;
  const isProxy = compile([...trustProxy]);
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = plainAddress(socket.remoteAddress ?? '');
    if (trustProxy.length > 0 && isProxy(address, 0)) return;
    const count = (open.get(address) ?? 0) + 1;
    if (count > maxPerAddress) {
      socket.destroy();
      return;
    }
    open.set(address, count);
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
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
