import type { Context } from '../platform/context.ts';
import { limitedAddress } from '../platform/ip-addresses.ts';
import { showSite } from '../site/show.ts';
import { heartbeatMs } from './hub.ts';
import type { Stream } from './stream.ts';

/** Open streams of guests, in all and of one IP address; whoever gets none polls instead. */
export const guestStreams = { all: 1000, ofOneAddress: 20 } as const;

/**
 * The open streams of guests: sends them what they may know of the site, at the beginning and whenever its settings change, so that a
 * site that is closed is closed in their open pages as well.
 */
export class GuestHub implements Disposable {
  readonly #context: Context;
  /** As the limits count them: of IPv6 per /64. */
  readonly #addresses = new Map<Stream, string>();
  readonly #unsubscribe: () => void;
  readonly #pulse: NodeJS.Timeout;
  /** What is sent last is what was found last. */
  #tail: Promise<void> = Promise.resolve();
  #ended = false;

  constructor(context: Context) {
    this.#context = context;
    this.#unsubscribe = context.realtime.subscribe({
      signal: ({ type }) => {
        if (type === 'site') this.#sendSite(() => this.#addresses.keys());
      },
      gap: () => this.#sendSite(() => this.#addresses.keys()),
    });
    this.#pulse = setInterval(() => {
      for (const stream of this.#addresses.keys()) stream.beat();
    }, heartbeatMs);
    this.#pulse.unref();
  }

  hasRoom(address: string): boolean {
    if (this.#addresses.size >= guestStreams.all) return false;
    const counted = limitedAddress(address);
    const there = [...this.#addresses.values()].filter((one) => one === counted);
    return there.length < guestStreams.ofOneAddress;
  }

  /** Opens a stream to somebody at an address; `headers` are those of its answer. */
  open(stream: Stream, headers: Readonly<Record<string, string>>, address: string): void {
    this.#addresses.set(stream, limitedAddress(address));
    stream.begin(headers, () => this.#addresses.delete(stream));
    if (this.#ended) stream.end();
    else this.#sendSite(() => [stream]);
  }

  /** Ends all streams; a new one ends at once. */
  [Symbol.dispose](): void {
    this.#ended = true;
    clearInterval(this.#pulse);
    this.#unsubscribe();
    for (const stream of this.#addresses.keys()) stream.end();
    this.#addresses.clear();
  }

  #sendSite(streams: () => Iterable<Stream>): void {
    if (this.#addresses.size === 0) return;
    this.#tail = this.#tail
      .then(async () => {
        const text = `event: site\ndata: ${JSON.stringify({ site: await showSite(this.#context, null) })}\n\n`;
        for (const stream of streams()) stream.send(text);
      })
      .catch((error: unknown) => {
        this.#context.log.error({ err: error }, 'the site could not be sent to guests');
      });
  }
}
