import type { Socket } from 'node:net';
import { compile } from '@fastify/proxy-addr';
import type { Failure } from '../failure.ts';

/** Resolves when a failure may be answered on this connection; at once when the server stops. */
export type Tarpit = (failure: Failure, socket: Socket) => Promise<void> | undefined;

/**
 * How long who finds no place waits for that answer. Node accepts one connection each time that its event loop comes round
 * (libuv 1.45): 1,500 connections that are refused at once, and ask again at once, made 14,000 refusals a second and let whoever
 * connected anew wait for up to 9 s.
 */
export const shedAnswerMs = 1000;

/**
 * Delays the refusals of who goes on asking beyond a limit, and of many who do so at once (a tarpit). To refuse a call costs about
 * as much as to answer it: 1,500 connections that ask again as soon as they are refused would keep the event loop for
 * themselves. A connection of a trusted proxy is held for nobody, since it carries other people's calls as well.
 */
export function createTarpit(trustProxy: readonly string[], stopping: AbortSignal): Tarpit {
  const isProxy = trustProxy.length > 0 ? compile([...trustProxy]) : () => false;
  /** What lets each of those that wait go on. One listener for all: thousands of them on a signal are slow to add. */
  const waiting = new Set<() => void>();
  stopping.addEventListener('abort', () => {
    for (const goOn of waiting) goOn();
  });
  return ({ details }, socket) => {
    const { answerAfterMs = 0 } = details;
    if (answerAfterMs === 0 || stopping.aborted || isProxy(socket.remoteAddress ?? '', 0)) return undefined;
    return new Promise((resolve) => {
      const goOn = () => {
        clearTimeout(timer);
        waiting.delete(goOn);
        resolve();
      };
      const timer = setTimeout(goOn, answerAfterMs);
      waiting.add(goOn);
    });
  };
}
