// The process that sends: a job comes as a message, what it found goes back as one.
import { setTimeout as wait } from 'node:timers/promises';
import { Connection } from './connection.ts';
import { percentile } from './percentile.ts';
import { type RequestTemplate, requestWriter } from './requests.ts';

export interface Job {
  readonly port: number;
  readonly connections: number;
  /** Sent and not counted. */
  readonly warmUpMs: number;
  readonly ms: number;
  readonly request: RequestTemplate;
  /** The number of the first request. */
  readonly from: number;
  /** What others send meanwhile, at an even pace. */
  readonly beside?: readonly Beside[];
}

interface Beside {
  readonly request: RequestTemplate;
  readonly perSecond: number;
  /** The number of its first request. */
  readonly from: number;
}

export interface Findings {
  /** Answers a second that had the expected status. */
  readonly rate: number;
  /** Milliseconds from the request to the last byte of its answer; null where none came. */
  readonly p50: number | null;
  readonly p99: number | null;
  /** How many came in all, with those of warming up and those that were not expected. */
  readonly answers: number;
  /** Answers by status, where it was not the expected one; 0 for connections that broke. */
  readonly unexpected: Readonly<Record<string, number>>;
  /** Bytes of a body, on average. */
  readonly bodyBytes: number;
  /** The number after the last request. */
  readonly next: number;
}

/** A server that does not answer at all is waited for this long. */
const longestMs = 10_000;
/** After an answer of 503. */
const pauseMs = 50;

async function run(job: Job): Promise<Findings> {
  const write = requestWriter(job.request);
  const expected = job.request.status ?? 200;
  const times: number[] = [];
  const unexpected: Record<string, number> = {};
  let n = job.from;
  let bytes = 0;
  let answers = 0;
  let counting = false;
  let sending = true;
  const connections = Array.from({ length: job.connections }, () => {
    let since = 0;
    const send = () => {
      since = performance.now();
      connection.send(write(n++));
    };
    const connection: Connection = new Connection(
      job.port,
      (status, bodyBytes) => {
        answers += 1;
        if (counting && status === expected) {
          times.push(performance.now() - since);
          bytes += bodyBytes;
        } else if (status !== expected) {
          unexpected[status] = (unexpected[status] ?? 0) + 1;
        }
        if (!sending) return;
        // Who is told to come back does not ask again at once.
        if (status === 503) setTimeout(() => sending && send(), pauseMs);
        else send();
      },
      () => {
        unexpected[0] = (unexpected[0] ?? 0) + 1;
      },
    );
    send();
    return connection;
  });
  const others = (job.beside ?? []).map((each) => pace(job.port, each));
  await wait(job.warmUpMs);
  counting = true;
  const since = performance.now();
  await wait(job.ms);
  while (times.length === 0 && performance.now() - since < longestMs) await wait(10);
  const seconds = (performance.now() - since) / 1000;
  sending = false;
  counting = false;
  for (const each of connections) each.close();
  for (const stop of others) stop();
  const done = times.length;
  times.sort((one, other) => one - other);
  return {
    rate: done / seconds,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    answers,
    unexpected,
    bodyBytes: done === 0 ? 0 : bytes / done,
    next: n,
  };
}

/** Sends at an even pace over connections of its own, whether or not the answers have come; answers what stops it. */
function pace(port: number, { request, perSecond, from }: Beside): () => void {
  const write = requestWriter(request);
  const idle: Connection[] = [];
  const all: Connection[] = [];
  let n = from;
  const add = () => {
    const connection: Connection = new Connection(
      port,
      () => idle.push(connection),
      () => {},
    );
    all.push(connection);
    return connection;
  };
  const timer = setInterval(() => {
    if (idle.length > 0 || all.length < 32) (idle.pop() ?? add()).send(write(n++));
  }, 1000 / perSecond);
  return () => {
    clearInterval(timer);
    for (const each of all) each.close();
  };
}

process.on('message', async (job: Job) => {
  process.send?.(await run(job));
});
