import { Agent, request } from 'node:http';

/** Sends one body; answers its status. Throws where the connection breaks. */
type Send = (path: string, body: Buffer, signal?: AbortSignal) => Promise<number>;

/** A client that keeps its connections, as a browser does. */
export function sender(url: string, token: string | null): Send & Disposable {
  const { hostname, port } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const send: Send = (path, body, signal) =>
    new Promise((resolve, reject) => {
      const headers = {
        'content-type': 'application/octet-stream',
        'content-length': body.length,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      };
      const sent = request(
        { agent, hostname, port, path, method: 'POST', headers, ...(signal ? { signal } : {}) },
        (response) => {
          response.resume();
          response.once('end', () => resolve(response.statusCode ?? 0)).once('error', reject);
          response.once('aborted', () => reject(new Error('aborted')));
        },
      );
      sent.once('error', reject);
      sent.end(body);
    });
  return Object.assign(send, { [Symbol.dispose]: () => agent.destroy() });
}

/** Runs `work` for each index, `inFlight` at a time. */
export async function eachInFlight(
  indexes: readonly number[],
  inFlight: number,
  work: (index: number) => Promise<void>,
): Promise<void> {
  const left = [...indexes].reverse();
  const next = async () => {
    for (let index = left.pop(); index !== undefined; index = left.pop()) await work(index);
  };
  await Promise.all(Array.from({ length: inFlight }, next));
}
