import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/** One call of an attack. */
export interface Sent {
  readonly path: string;
  /** `''` for none. */
  readonly body: string | Buffer;
  /** The address that it comes from. */
  readonly address: string;
  readonly token?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** How many answers of each status there were so far; 0 where none came. */
export const answers = new Map<number, number>();
let sentSoFar = 0;

/** How many calls the attack has sent so far. */
export const sent = (): number => sentSoFar;

const agent = new Agent({ keepAlive: true, maxSockets: 256 });
const calibrateMs = 2000;
const calibrateAtOnce = 32;
const times = 5;
/** A server takes 2,000 connections; what is due beyond that is sent when there is one again. */
const mostAtOnce = 1500;

function send(url: string, call: Sent, keepAlive: boolean, done: (status: number) => void): void {
  const { path, body, address, token, method = 'POST', headers: more = {} } = call;
  const type = typeof body === 'string' ? 'application/json' : 'application/octet-stream';
  const headers = {
    ...(body.length === 0 ? {} : { 'content-type': type, 'content-length': Buffer.byteLength(body) }),
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...more,
  };
  let over = false;
  const end = (status: number) => {
    if (over) return;
    over = true;
    answers.set(status, (answers.get(status) ?? 0) + 1);
    done(status);
  };
  sentSoFar += 1;
  const options = { method, localAddress: address, agent: keepAlive ? agent : false, headers };
  const asked = request(new URL(path, url), options, (response) => {
    response.resume();
    response.on('close', () => end(response.statusCode ?? 0));
  });
  asked.on('error', () => end(0));
  asked.end(body);
}

/** So many at a time, each on a connection of its own, again and again. */
export function closedLoop(url: string, atOnce: number, make: (n: number) => Sent): void {
  const next = (n: number) => send(url, make(n), false, () => void setTimeout(() => next(n + atOnce), 5));
  for (let n = 0; n < atOnce; n += 1) next(n);
}

/** Five times as many a second as the server answers to 32 at a time, whether it answers or not. */
export async function openLoop(url: string, make: (n: number) => Sent): Promise<void> {
  let n = 0;
  let taken = 0;
  const until = performance.now() + calibrateMs;
  const one = () => {
    send(url, make(n++), true, (status) => {
      if (status >= 200 && status < 300) taken += 1;
      if (performance.now() < until) one();
    });
  };
  for (let at = 0; at < calibrateAtOnce; at += 1) one();
  await wait(calibrateMs);
  const perSecond = (taken / calibrateMs) * 1000 * times;
  answers.clear();
  sentSoFar = 0;
  let open = 0;
  const since = performance.now();
  let asked = 0;
  setInterval(() => {
    const due = ((performance.now() - since) / 1000) * perSecond;
    for (; asked < due && open < mostAtOnce; asked += 1) {
      open += 1;
      send(url, make(n++), true, () => {
        open -= 1;
      });
    }
  }, 5);
}
