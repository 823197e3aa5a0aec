import type { Socket } from 'node:net';
import { Failure } from '../failure.ts';
import { failureBody } from './failure-answer.ts';
import { apiHeaders, type Headers } from './headers.ts';
import { lingeringClose } from './lingering-close.ts';

const statusLines: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** What is no HTTP at all has no request to answer: the failure goes out by hand. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket, common: Headers): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify(failureBody(new Failure('INVALID'), 'en'));
  const headers = Object.entries({ ...common, ...apiHeaders, connection: 'close' });
  const lines = [
    `HTTP/1.1 ${statusLines[error.code ?? ''] ?? '400 Bad Request'}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`);
  lingeringClose(socket);
}
