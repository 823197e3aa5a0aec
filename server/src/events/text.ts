import type { DuetEvent } from '@duet/contract/events/shapes';

/** An event as it travels (https://html.spec.whatwg.org/multipage/server-sent-events.html). JSON has no line breaks. */
export const textOf = ({ name, data }: DuetEvent, id: string): string =>
  `event: ${name}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`;

/** A comment; it keeps the line alive and says nothing. */
export const heartbeat = ':\n\n';

/** How long a client that has no idea of its own waits before it comes again, in ms. */
export const greeting = 'retry: 2000\n\n';
