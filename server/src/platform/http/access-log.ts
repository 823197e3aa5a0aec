import type { FastifyInstance } from 'fastify';
import { type Log, loggableUrl, withoutRedaction } from '../log.ts';

/** What is written down of an answer: no bodies, no headers, no secrets of the address. */
interface Answered {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly ms: number;
  readonly address: string;
  readonly viewer: string | undefined;
}

/** Writes one line for each answer. */
export type LogAnswer = (answered: Answered) => void;

export function createAccessLog(siteLog: Log): LogAnswer {
  const log = withoutRedaction(siteLog);
  return (answered) => {
    const { url, ms } = answered;
    const level = url === '/healthz' ? 'debug' : 'info';
    if (!log.isLevelEnabled(level)) return;
    log[level]({ ...answered, url: loggableUrl(url), ms: Math.round(ms) }, 'answered');
  };
}

export function logAnswers(app: FastifyInstance, logAnswer: LogAnswer): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { method, url, ip: address, caller } = request;
    const { statusCode: status, elapsedTime: ms } = reply;
    logAnswer({ method, url, status, ms, address, viewer: caller?.viewer?.id });
    done();
  });
}
