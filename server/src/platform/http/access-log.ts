import type { FastifyInstance } from 'fastify';
import { type Log, loggableUrl } from '../log.ts';

/** What is written down of an answer: no bodies, no headers, no secrets of the address. */
interface Answered {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly ms: number;
  readonly address: string;
  readonly viewer: string | undefined;
}

/** One line for each answer. */
export function logAnswer(log: Log, { url, ms, ...rest }: Answered): void {
  const level = url === '/healthz' ? 'debug' : 'info';
  if (log.isLevelEnabled(level))
    log[level]({ ...rest, url: loggableUrl(url), ms: Math.round(ms) }, 'answered');
}

export function logAnswers(app: FastifyInstance, log: Log): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { method, url, ip: address, caller } = request;
    const { statusCode: status, elapsedTime: ms } = reply;
    logAnswer(log, { method, url, status, ms, address, viewer: caller?.viewer?.id });
    done();
  });
}
