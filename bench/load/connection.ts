import { connect, type Socket } from 'node:net';

/** The end of an answer's head, and what it says of the body. Only what Duet and Fastify send is understood. */
interface Head {
  readonly bytes: number;
  readonly status: number;
  /** Of the body; null where it comes in chunks. */
  readonly length: number | null;
  /** Whether it is the last one of the connection, as Node says with the last of `maxRequestsPerSocket`. */
  readonly last: boolean;
}

/** As much of an answer's first bytes as a head may have. */
const headBytes = 8192;
const bufferBytes = 256 * 1024;

function readHead(bytes: Buffer, end: number): Head {
  const text = bytes.toString('latin1', 0, Math.min(end, headBytes));
  const bodyAt = text.indexOf('\r\n\r\n');
  if (bodyAt < 0) throw new Error('The head of an answer came in several parts.');
  const head = text.slice(0, bodyAt + 2);
  const status = Number(head.slice(9, 12));
  const [, length] = /\r\ncontent-length: *(\d+)\r\n/i.exec(head) ?? [];
  const empty = status === 304 || status === 204;
  const chunked = length === undefined && /\r\ntransfer-encoding: *chunked/i.test(head);
  const last = /\r\nconnection: *close\r\n/i.test(head);
  return { bytes: bodyAt + 4, status, length: empty ? 0 : chunked ? null : Number(length ?? 0), last };
}

/**
 * One keep-alive connection that has one request in flight at most. It reads into one buffer and looks at nothing but the
 * head, so that the client takes as little as possible of the machine that it measures.
 */
export class Connection {
  readonly #port: number;
  #socket: Socket;
  readonly #answered: (status: number, bodyBytes: number) => void;
  readonly #failed: (error: Error) => void;
  #status = 0;
  #body = 0;
  /** Bytes of the body that are still to come; null in chunks; -1 before the head. */
  #left: number | null = -1;
  /** The last bytes of a body in chunks, by which its end is known. */
  #tail = '';
  #last = false;

  constructor(
    port: number,
    answered: (status: number, bodyBytes: number) => void,
    failed: (error: Error) => void,
  ) {
    this.#port = port;
    this.#answered = answered;
    this.#failed = failed;
    this.#socket = this.#connect();
  }

  send(request: Buffer): void {
    this.#socket.write(request);
  }

  close(): void {
    this.#socket.removeAllListeners('end');
    this.#socket.destroy();
  }

  #connect(): Socket {
    const socket = connect({
      host: '127.0.0.1',
      port: this.#port,
      noDelay: true,
      onread: {
        buffer: Buffer.allocUnsafeSlow(bufferBytes),
        callback: (count, bytes) => {
          this.#read(bytes as Buffer, count);
          return true;
        },
      },
    });
    socket.on('error', this.#failed);
    socket.on('end', () => this.#failed(new Error('The server has closed a connection.')));
    return socket;
  }

  #read(bytes: Buffer, count: number): void {
    let from = 0;
    if (this.#left === -1) {
      try {
        const head = readHead(bytes, count);
        this.#status = head.status;
        this.#left = head.length;
        this.#last = head.last;
        this.#body = 0;
        from = head.bytes;
      } catch (error) {
        this.#failed(error as Error);
        return;
      }
    }
    this.#body += count - from;
    if (this.#left === null) {
      const end = bytes.toString('latin1', Math.max(from, count - 7), count);
      this.#tail = `${this.#tail}${end}`.slice(-7);
      if (!this.#tail.endsWith('\r\n0\r\n\r\n') && this.#tail !== '0\r\n\r\n') return;
    } else {
      this.#left -= count - from;
      if (this.#left > 0) return;
    }
    this.#left = -1;
    this.#tail = '';
    if (this.#last) {
      this.close();
      this.#socket = this.#connect();
    }
    this.#answered(this.#status, this.#body);
  }
}
