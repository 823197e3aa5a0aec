import type { ServerResponse } from 'node:http';
import type { Viewer } from '../platform/http/handler.ts';
import { onceClosed } from '../platform/http/once-closed.ts';
import { greeting, heartbeat } from './text.ts';

/** Bytes that may wait for a reader who is slow; with more the stream is cut, and the reader comes again. */
export const maxUnreadBytes = 256 * 1024;

/** One open stream, of whomever. */
export class Stream {
  readonly #response: ServerResponse;

  constructor(response: ServerResponse) {
    this.#response = response;
  }

  /** Sends the headers; `closed` is called once, whoever ends the stream. */
  begin(headers: Readonly<Record<string, string>>, closed: () => void): void {
    const response = this.#response;
    onceClosed(response, closed);
    // What is written to a connection that has just broken is lost as it should be.
    response.on('error', () => {});
    response.socket?.setNoDelay(true);
    response.writeHead(200, headers);
    response.write(greeting);
  }

  send(text: string): void {
    const response = this.#response;
    if (response.writableEnded || response.destroyed) return;
    if (response.writableLength > maxUnreadBytes) response.destroy();
    else response.write(text);
  }

  beat(): void {
    this.send(heartbeat);
  }

  /** Ends the stream and its connection, on which nothing else is to come. */
  end(): void {
    const { socket } = this.#response;
    this.#response.end(() => socket?.destroySoon());
  }
}

/** One open stream of one session. */
export class EventStream extends Stream {
  readonly viewer: Viewer;

  constructor(viewer: Viewer, response: ServerResponse) {
    super(response);
    this.viewer = viewer;
  }
}
