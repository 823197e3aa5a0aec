import { setTimeout as wait } from 'node:timers/promises';
import { eventsPath } from '@duet/contract/events/stream';
import type { Client } from '../../client.ts';
import { EventReader, type ReadEvent } from '../../event-reader.ts';
import { conversation } from './conversation.ts';

/**
 * An open screen: it listens, comes back with the last event that it knows when its stream ends, and asks for what it shows when
 * it is told that it may have missed something, as the app does.
 */
export class Listener implements AsyncDisposable {
  /** How often each text was told, or read after a resync. */
  readonly known = new Map<string, number>();
  /** By `performance.now()`, when each text was there first. */
  readonly arrivedAt = new Map<string, number>();
  /** How often it was told more than once. */
  doubled = 0;
  reconnects = 0;
  resyncs = 0;
  readonly #client: Client;
  readonly #partnerId: string;
  readonly #running: Promise<void>;
  #reader: EventReader | null = null;
  #over = false;

  constructor(client: Client, partnerId: string) {
    this.#client = client;
    this.#partnerId = partnerId;
    this.#running = this.#run();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#over = true;
    await this.#reader?.cut();
    await this.#running;
  }

  async #run(): Promise<void> {
    for (let lastId = ''; !this.#over; this.reconnects += 1) {
      const reader = await this.#open(lastId);
      if (!reader) {
        await wait(100);
        continue;
      }
      this.#reader = reader;
      for (let read = 0; ; ) {
        while (read < reader.events.length) {
          const event = reader.events[read];
          read += 1;
          if (event) await this.#take(event);
        }
        const ended = await Promise.race([
          reader.until(({ events }) => events.length > read).then(() => false),
          reader.ended.then(() => true),
        ]);
        if (ended && read === reader.events.length) break;
      }
      lastId = reader.lastId || lastId;
    }
  }

  async #open(lastId: string): Promise<EventReader | null> {
    const controller = new AbortController();
    const headers = lastId === '' ? {} : { 'last-event-id': lastId };
    const response = await this.#client
      .fetch(eventsPath, { signal: controller.signal, headers })
      .catch(() => null);
    if (response?.status === 200) return new EventReader(response, controller);
    await response?.body?.cancel();
    return null;
  }

  async #take(event: ReadEvent): Promise<void> {
    if (event.name === 'message') this.#learn(event.data.message.message);
    if (event.name !== 'resync') return;
    this.resyncs += 1;
    for await (const texts of conversation(this.#client, this.#partnerId)) {
      const fresh = texts.filter((text) => !this.known.has(text));
      for (const text of fresh) this.#learn(text);
      if (fresh.length === 0) return;
    }
  }

  #learn(text: string): void {
    const times = this.known.get(text) ?? 0;
    if (times > 0) this.doubled += 1;
    else this.arrivedAt.set(text, performance.now());
    this.known.set(text, times + 1);
  }
}
