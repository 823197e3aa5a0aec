import type { CDPSession } from '@playwright/test';

interface Asked {
  readonly address: string;
  readonly at: number;
  readonly priority: string;
  came?: number;
  bytes?: number;
}

/** What a page asks for, and when it comes, in ms since the first request. */
export class Waterfall {
  readonly #asked = new Map<string, Asked>();
  #start = 0;

  /** Follows the network of a page whose `Network` domain is enabled. */
  constructor(devtools: CDPSession) {
    devtools.on('Network.requestWillBeSent', ({ requestId, timestamp, request }) => {
      if (request.url.startsWith('data:')) return;
      this.#start ||= timestamp;
      const { pathname } = new URL(request.url);
      const address = `${request.method} ${pathname}`;
      this.#asked.set(requestId, { address, at: timestamp, priority: request.initialPriority });
    });
    devtools.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
      Object.assign(this.#asked.get(requestId) ?? {}, { came: timestamp, bytes: encodedDataLength });
    });
  }

  get kilobytes(): number {
    return [...this.#asked.values()].reduce((sum, { bytes = 0 }) => sum + bytes, 0) / 1000;
  }

  /** What was asked for within the first `ms`. */
  until(ms: number): string[] {
    const since = (time: number | undefined) =>
      time === undefined ? '' : ((time - this.#start) * 1000).toFixed(0);
    return [
      '| asked, ms | came, ms | kB | priority | what |',
      '| ---: | ---: | ---: | --- | --- |',
      ...[...this.#asked.values()]
        .filter(({ at }) => (at - this.#start) * 1000 < ms)
        .map(
          ({ address, at, came, bytes = 0, priority }) =>
            `| ${since(at)} | ${since(came)} | ${(bytes / 1000).toFixed(1)} | ${priority} | ${address} |`,
        ),
    ];
  }
}
