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

/** So many addresses are remembered with what is written down of them: most are asked for again and again. */
const mostRemembered = 500;
/** None that is longer. */
const longestRemembered = 300;

export function createAccessLog(siteLog: Log): LogAnswer {
  const log = withoutRedaction(siteLog);
  const remembered = new Map<string, string>();
  const loggable = (url: string): string => {
    const known = remembered.get(url);
    if (known !== undefined) return known;
    const fresh = loggableUrl(url);
    if (remembered.size >= mostRemembered) remembered.clear();
    if (url.length <= longestRemembered) remembered.set(url, fresh);
    return fresh;
  };
  return ({ method, url, status, ms, address, viewer }) => {
    const level = url === '/healthz' ? 'debug' : 'info';
    if (!log.isLevelEnabled(level)) return;
    log[level]({ method, url: loggable(url), status, ms: Math.round(ms), address, viewer }, 'answered');
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
