import type { DuetEvent } from '@duet/contract/events/shapes';
import { liveSessions } from '../accounts/sessions/live-sessions.ts';
import { withMemberUrls } from '../media/member-urls.ts';
import type { Context } from '../platform/context.ts';
import { granteeOf } from '../platform/http/grantee.ts';
import type { Signal } from '../platform/realtime/realtime.ts';
import { currentSite, isOpen } from '../platform/site/settings.ts';
import { Channel } from './channel.ts';
import { deliveryOf } from './recipients.ts';
import type { EventStream } from './stream.ts';

/** Less than the 15 s after which a silent connection counts as idle, here and in most proxies. */
export const heartbeatMs = 10_000;
/** A stream that resumes within this time gets the events that it missed. */
const resumableMs = 5 * 60_000;

/** All open streams of this server: receives the signals and sends everybody what concerns them. */
export class Hub implements Disposable {
  readonly #context: Context;
  /** By grantee: media URLs in the events of a personal token are its own. */
  readonly #channels = new Map<string, Channel>();
  readonly #unsubscribe: () => void;
  readonly #pulse: NodeJS.Timeout;
  /** Signals that have to be looked up before it is known whom they concern keep their order. */
  #tail: Promise<void> = Promise.resolve();
  #ended = false;

  constructor(context: Context) {
    this.#context = context;
    this.#unsubscribe = context.realtime.subscribe({
      signal: (signal) => this.#receive(signal),
      gap: () => {
        for (const channel of this.#channels.values()) void channel.resync();
      },
    });
    this.#pulse = setInterval(() => void this.#beat(), heartbeatMs);
    this.#pulse.unref();
  }

  /** Opens a stream; `headers` are those of its answer. */
  open(stream: EventStream, headers: Readonly<Record<string, string>>, lastEventId: string | null): void {
    const grantee = granteeOf(stream.viewer);
    const channel = this.#channels.get(grantee) ?? new Channel(this.#context, stream.viewer.id);
    this.#channels.set(grantee, channel);
    stream.begin(headers, () => channel.leave(stream));
    if (this.#ended) {
      stream.end();
      return;
    }
    channel.join(stream, lastEventId);
    // The session was looked up before this stream was known; it may have ended in between.
    void channel.inTurn(() => this.#endDead([stream]));
  }

  /** Ends all streams; a new one ends at once. */
  [Symbol.dispose](): void {
    this.#ended = true;
    clearInterval(this.#pulse);
    this.#unsubscribe();
    for (const channel of this.#channels.values()) for (const stream of channel.streams) stream.end();
    this.#channels.clear();
  }

  #receive(signal: Signal): void {
    if (signal.type === 'sessions') {
      for (const channel of this.#channels.values()) {
        if (channel.userId === signal.userId) this.#endDeadOf(channel);
      }
      return;
    }
    if (this.#channels.size === 0) return;
    this.#tail = this.#tail
      .then(async () => {
        const delivery = await deliveryOf(this.#context, signal);
        if (!delivery) return;
        for (const [grantee, channel] of this.#channels) {
          const { userId } = channel;
          const adminsOnly = delivery.to === 'admins' || signal.type === 'activity';
          if (Array.isArray(delivery.to) ? !delivery.to.includes(userId) : adminsOnly && !channel.isAdmin)
            continue;
          void channel.send(async () => this.#openable(grantee, await delivery.find(userId)), adminsOnly);
        }
        // Whether admins may act as such may be another thing now.
        if (signal.type === 'site') for (const channel of this.#channels.values()) this.#endDeadOf(channel);
      })
      .catch((error: unknown) => {
        this.#context.log.error({ err: error }, 'a signal could not be turned into events');
        for (const channel of this.#channels.values()) void channel.resync();
      });
  }

  /** Events with media URLs that this person, or their personal token, can open. */
  async #openable(grantee: string, events: readonly DuetEvent[]): Promise<readonly DuetEvent[]> {
    const site = await currentSite(this.#context);
    return isOpen(site) ? events : withMemberUrls(this.#context, site, grantee, events);
  }

  async #beat(): Promise<void> {
    const now = this.#context.clock.now();
    for (const [grantee, channel] of this.#channels) {
      for (const stream of channel.streams) stream.beat();
      if (channel.isIdle(now, resumableMs)) this.#channels.delete(grantee);
    }
    try {
      await this.#endDead([...this.#channels.values()].flatMap(({ streams }) => streams));
    } catch (error) {
      this.#context.log.warn({ err: error }, 'the sessions of open streams could not be looked up');
    }
  }

  #endDeadOf(channel: Channel): void {
    void channel.inTurn(() => this.#endDead(channel.streams));
  }

  /** Ends the streams whose session is over, or whose person has another role than when they began. */
  async #endDead(streams: readonly EventStream[]): Promise<void> {
    if (streams.length === 0) return;
    const live = await liveSessions(this.#context, [
      ...new Set(streams.map(({ viewer }) => viewer.sessionId)),
    ]);
    for (const stream of streams) {
      if (live.get(stream.viewer.sessionId) !== stream.viewer.role) stream.end();
    }
  }
}
