import { Agent, request } from 'node:http';
import { percentile } from '../load/percentile.ts';
import { tokenOf } from '../load/seed.ts';
import { firstWriter } from '../load/seed-constants.ts';

/** One answer that somebody else waited for; `status` is 0 where none came. */
interface Waited {
  /** `performance.now()` when it was asked for. */
  readonly at: number;
  readonly ms: number;
  readonly status: number;
}

/** What those who do nothing wrong got in some time. */
export interface Share {
  readonly asked: number;
  /** Of one. */
  readonly answered: number;
  readonly p50: number;
  readonly p95: number;
}

const everyMs = 25;
const timeoutMs = 15_000;
const people = 60;
const paths = ['/api/posts', '/api/auth/user', '/api/messages/conversations', '/api/messages/unread-count'];
/** Slower than that is not as usual. */
const usualMs = 100;

/** Signed-in people and guests who go on reading at an even pace, from other addresses than the attack. */
export class BackgroundReaders implements Disposable {
  readonly #url: string;
  readonly #signedIn: Waited[] = [];
  readonly #guests: Waited[] = [];
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 });
  readonly #timer: NodeJS.Timeout;
  #n = 0;

  constructor(url: string) {
    this.#url = url;
    this.#timer = setInterval(() => this.#ask(), everyMs);
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    this.#agent.destroy();
  }

  signedIn(from: number, to: number): Share {
    return shareOf(this.#signedIn, from, to);
  }

  guests(from: number, to: number): Share {
    return shareOf(this.#guests, from, to);
  }

  /** Milliseconds from then to the last answer to somebody signed in that was missing, refused or slow; 0 for none. */
  recovery(from: number): number {
    const bad = this.#signedIn.filter(({ at, ms, status }) => at >= from && (status !== 200 || ms > usualMs));
    return bad.reduce((last, { at, ms }) => Math.max(last, at + ms - from), 0);
  }

  #ask(): void {
    const n = this.#n;
    this.#n += 1;
    const path = paths[n % paths.length] ?? '/';
    const authorization = `Bearer ${tokenOf(firstWriter + (n % people))}`;
    this.#send(
      path,
      { agent: this.#agent, localAddress: '127.0.9.1', headers: { authorization } },
      this.#signedIn,
    );
    // A guest's address has its limit: each asks now and then.
    this.#send('/api/posts', { agent: false, localAddress: `127.0.10.${(n % 250) + 1}` }, this.#guests);
  }

  #send(path: string, options: object, into: Waited[]): void {
    const at = performance.now();
    const done = (status: number) => void into.push({ at, ms: performance.now() - at, status });
    const sent = request(new URL(path, this.#url), { ...options, timeout: timeoutMs }, (response) => {
      response.resume();
      response.on('end', () => done(response.statusCode ?? 0));
    });
    sent.on('timeout', () => sent.destroy());
    sent.on('error', () => done(0));
    sent.end();
  }
}

function shareOf(all: readonly Waited[], from: number, to: number): Share {
  const within = all.filter(({ at }) => at >= from && at < to);
  const times = within.map(({ ms }) => ms).sort((one, other) => one - other);
  return {
    asked: within.length,
    answered: within.filter(({ status }) => status === 200).length / Math.max(1, within.length),
    p50: percentile(times, 0.5) ?? 0,
    p95: percentile(times, 0.95) ?? 0,
  };
}
