import type { EventData, EventName } from '@duet/contract/events/shapes';
import { eventShapes } from '@duet/contract/events/shapes';
import { eventsPath } from '@duet/contract/events/stream';
import type { Client } from './client.ts';

export type ReadEvent = {
  readonly [N in EventName]: { readonly name: N; readonly id: string; readonly data: EventData<N> };
}[EventName];

/** Reads a stream of events as it comes, and holds each against its shape. */
export class EventReader implements AsyncDisposable {
  readonly response: Response;
  readonly events: ReadEvent[] = [];
  /** Comments that came: heartbeats. */
  beats = 0;
  /** Settled when the stream is over, whoever ended it. */
  readonly ended: Promise<void>;
  readonly #controller: AbortController;
  #waiting: (() => void)[] = [];

  constructor(response: Response, controller: AbortController) {
    this.response = response;
    this.#controller = controller;
    this.ended = this.#read().catch(() => {});
  }

  get lastId(): string {
    return this.events.at(-1)?.id ?? '';
  }

  names(): string[] {
    return this.events.map(({ name }) => name);
  }

  /** All data of the events of one name. */
  dataOf<N extends EventName>(name: N): EventData<N>[] {
    return this.events.filter((event) => event.name === name).map(({ data }) => data as EventData<N>);
  }

  /** Waits until something is true of what came; the test's own time is the limit. */
  async until(isThere: (reader: this) => boolean): Promise<void> {
    while (!isThere(this)) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Cuts the line. */
  async cut(): Promise<void> {
    this.#controller.abort();
    await this.ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.cut();
  }

  async #read(): Promise<void> {
    let text = '';
    const decoder = new TextDecoder();
    for await (const bytes of this.response.body ?? []) {
      text += decoder.decode(bytes, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) this.#take(block);
      for (const resolve of this.#waiting.splice(0)) resolve();
    }
  }

  #take(block: string): void {
    if (block.startsWith(':')) this.beats += 1;
    const fields = new Map(
      block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
    );
    const name = fields.get('event') as EventName | undefined;
    if (!name) return;
    const data = eventShapes[name].strict().parse(JSON.parse(fields.get('data') ?? ''));
    this.events.push({ name, id: fields.get('id') ?? '', data } as ReadEvent);
  }
}

/** Opens a stream as somebody; it has begun when this answers. */
export async function openEvents(who: Client, lastEventId?: string): Promise<EventReader> {
  const controller = new AbortController();
  const response = await who.fetch(eventsPath, {
    signal: controller.signal,
    headers: lastEventId === undefined ? {} : { 'last-event-id': lastEventId },
  });
  return new EventReader(response, controller);
}
