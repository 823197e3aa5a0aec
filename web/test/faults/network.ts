import { setTimeout as delay } from 'node:timers/promises';
import type { VirtualTime, Waiting } from './virtual-time.ts';

/** What becomes of one request. */
export type Fate =
  | { readonly how: 'fine' | 'requestLost' | 'answerLost' | 'doubledAtOnce' }
  /** A connection that broke is opened again by the browser or a proxy: the second answer counts. */
  | { readonly how: 'doubledInTurn' }
  /** The first answer is given; the same request arrives once more, `ms` later. */
  | { readonly how: 'doubledLater'; readonly ms: number }
  | { readonly how: 'requestLate' | 'answerLate'; readonly ms: number }
  /** The server is killed so many real ms after the request has left, and started again on the same data. */
  | { readonly how: 'killed'; readonly ms: number };

export interface Outgoing {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: Uint8Array<ArrayBuffer> | null;
  readonly signal: AbortSignal | null;
}

/** Chooses what becomes of a request. */
export type FateOf = (outgoing: Outgoing) => Fate;

/** The process behind the network. */
export interface Killable {
  readonly url: string;
  kill(): Promise<void>;
  restart(): Promise<void>;
}

/** How often a busy server is asked again, and how long after, in real ms. */
const busy = { tries: 60, pauseMs: 250 };

const noAnswer = () => new TypeError('Failed to fetch');

/** Carries the requests of all tabs of a run to the real server, each as its fate wants it. */
export class FaultyNetwork {
  readonly #server: Killable;
  readonly #time: VirtualTime;
  readonly #everybody: Waiting = { isOver: false };
  readonly #log: string[];
  #underWay = 0;
  #restarting: Promise<void> | null = null;
  #waiting: (() => void)[] = [];
  /** From now on every request is fine. */
  isHealed = false;
  kills = 0;
  /** How many requests came when their sender had gone on: between calls that replace one another there is no order then. */
  arrivedLate = 0;
  requests = 0;
  /** The ids of the posts that the server has published, whether anybody was told or not. */
  readonly published = new Set<string>();

  constructor(server: Killable, time: VirtualTime, log: string[]) {
    this.#server = server;
    this.#time = time;
    this.#log = log;
  }

  /** How many real things are under way: requests at the server, and bodies being put together. */
  get underWay(): number {
    return this.#underWay;
  }

  /** Resolves when one of them has ended. */
  nextMove(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  /** Counts something real as under way until it has ended. */
  async during<T>(work: Promise<T>): Promise<T> {
    this.#underWay += 1;
    try {
      return await work;
    } finally {
      this.#underWay -= 1;
      for (const wake of this.#waiting.splice(0)) wake();
    }
  }

  async send(from: Waiting, outgoing: Outgoing, chosen: Fate): Promise<Response> {
    const fate: Fate = this.isHealed ? { how: 'fine' } : chosen;
    this.requests += 1;
    const said = `${(this.#time.passed() / 1000).toFixed(1)}s ${outgoing.method} ${new URL(outgoing.url).pathname}`;
    const note = (words: string) => this.#log.push(`${said}: ${words}`);
    if (fate.how !== 'fine') note('ms' in fate ? `${fate.how} ${fate.ms}` : fate.how);
    const { signal } = outgoing;
    const answer = this.#carry(from, outgoing, fate).then(
      (response) => {
        note(String(response.status));
        return response;
      },
      (error) => {
        note(`no answer`);
        throw error;
      },
    );
    if (!signal) return answer;
    answer.catch(() => undefined);
    return new Promise((resolve, reject) => {
      const stop = () => reject(signal.reason);
      if (signal.aborted) return stop();
      signal.addEventListener('abort', stop, { once: true });
      answer.then(resolve, reject);
    });
  }

  async #carry(from: Waiting, outgoing: Outgoing, fate: Fate): Promise<Response> {
    const arrive = () => this.#arrive(outgoing);
    switch (fate.how) {
      case 'fine':
        return arrive();
      case 'requestLost':
        throw noAnswer();
      case 'answerLost':
        await arrive();
        throw noAnswer();
      case 'doubledInTurn':
        await arrive();
        return arrive();
      case 'doubledAtOnce':
        return Promise.any([arrive(), arrive()]).catch(() => Promise.reject(noAnswer()));
      case 'doubledLater': {
        const response = await arrive();
        this.arrivedLate += 1;
        this.#time.set(this.#everybody, () => void arrive().catch(() => undefined), fate.ms);
        return response;
      }
      case 'requestLate':
        this.arrivedLate += 1;
        await this.#time.sleep(this.#everybody, fate.ms);
        return arrive();
      case 'answerLate': {
        const response = await arrive();
        await this.#time.sleep(from, fate.ms);
        return response;
      }
      case 'killed': {
        const answer = arrive();
        await Promise.all([this.kill(fate.ms), answer.catch(() => undefined)]);
        return answer;
      }
    }
  }

  /** Kills the server and starts it again; who calls meanwhile meets a closed door. */
  async kill(afterMs: number): Promise<void> {
    this.#restarting ??= this.during(
      (async () => {
        await delay(afterMs);
        this.kills += 1;
        await this.#server.kill();
        await this.#server.restart();
        // Connections to the process that is dead are noticed, and not taken for one of the next.
        for (let tries = 0; tries < 20; tries += 1) {
          const isThere = await fetch(`${this.#server.url}/api/posts?limit=1`).then(
            async (answer) => Boolean(await answer.arrayBuffer()),
            () => false,
          );
          if (isThere && tries > 2) break;
        }
      })(),
    ).finally(() => {
      this.#restarting = null;
    });
    await this.#restarting;
  }

  async #arrive({ url, method, headers, body }: Outgoing): Promise<Response> {
    return this.during(
      (async () => {
        const ask = () => fetch(url, { method, headers, body }).catch(() => Promise.reject(noAnswer()));
        let answer = await ask();
        // It has done nothing yet. Virtual time runs on at once, so a machine that is short of time would never get over it.
        for (let tries = 0; answer.status === 503 && tries < busy.tries; tries += 1) {
          await delay(busy.pauseMs);
          answer = await ask();
        }
        const bytes = await answer.arrayBuffer().catch(() => Promise.reject(noAnswer()));
        const [, id] = /\/api\/posts\/([^/]+)\/publish$/.exec(new URL(url).pathname) ?? [];
        if (id && answer.status === 200) this.published.add(id);
        const hasNone = answer.status === 204 || answer.status === 304;
        return new Response(hasNone ? null : bytes, { status: answer.status, headers: answer.headers });
      })(),
    );
  }
}

/** A request's body as bytes, so that it can travel twice, and the type that goes with it. */
export async function bytesOf(
  body: unknown,
): Promise<{ bytes: Uint8Array<ArrayBuffer> | null; type: string | null }> {
  if (body === undefined || body === null) return { bytes: null, type: null };
  const response = new Response(body as BodyInit);
  return { bytes: new Uint8Array(await response.arrayBuffer()), type: response.headers.get('content-type') };
}
