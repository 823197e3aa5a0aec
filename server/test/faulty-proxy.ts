import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * What becomes of a request: it passes; it passes two seconds late; it is answered 503; it is never answered; its connection is
 * cut before it passes, or after, so that only the answer is lost.
 */
export type Fault = 'none' | 'slow' | 'unavailable' | 'silent' | 'cut' | 'answerLost';

/** A network between a program and a server of HTTP, that can fail. */
export interface FaultyProxy extends AsyncDisposable {
  readonly url: string;
  /** Decides for each request; everything passes at first. */
  faultOf: (request: IncomingMessage) => Fault;
  /** How many requests have come. */
  readonly count: number;
}

const slowMs = 2000;

export async function startFaultyProxy(port: number): Promise<FaultyProxy> {
  let count = 0;
  const server = createServer((incoming, answer) => {
    count += 1;
    const fault = proxy.faultOf(incoming);
    if (fault === 'none' || fault === 'answerLost') return pass(port, incoming, answer, fault);
    if (fault === 'slow') {
      setTimeout(() => pass(port, incoming, answer, fault), slowMs);
      return;
    }
    if (fault === 'cut') return void incoming.socket.destroy();
    incoming.resume();
    if (fault === 'unavailable') answer.writeHead(503).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const proxy: FaultyProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    faultOf: () => 'none',
    get count() {
      return count;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return proxy;
}

function pass(port: number, incoming: IncomingMessage, answer: ServerResponse, fault: Fault): void {
  const { method, url, headers } = incoming;
  const onward = request({ host: '127.0.0.1', port, method, path: url, headers }, (received) => {
    if (fault === 'answerLost') {
      received.resume().on('end', () => incoming.socket.destroy());
      return;
    }
    answer.writeHead(received.statusCode ?? 502, received.headers);
    received.pipe(answer);
  });
  onward.on('error', () => incoming.socket.destroy());
  incoming.pipe(onward);
}
