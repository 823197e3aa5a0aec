import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { Failure } from '../failure.ts';
import { isLoopback, plainAddress } from '../ip-addresses.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Kept } from '../kept/kept.ts';
import { LoopDelay } from './loop-delay.ts';

/** Seconds; the last bucket holds the rest. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

class Durations {
  readonly #counts = new Array<number>(buckets.length).fill(0);
  #count = 0;
  #sum = 0;

  add(seconds: number): void {
    this.#count += 1;
    this.#sum += seconds;
    for (let index = buckets.length - 1; index >= 0; index -= 1) {
      if (seconds > (buckets[index] ?? 0)) break;
      this.#counts[index] = (this.#counts[index] ?? 0) + 1;
    }
  }

  lines(labels: string): string[] {
    const name = 'duet_request_seconds';
    return [
      ...buckets.map((most, index) => `${name}_bucket{${labels},le="${most}"} ${this.#counts[index]}`),
      `${name}_bucket{${labels},le="+Inf"} ${this.#count}`,
      `${name}_sum{${labels}} ${this.#sum}`,
      `${name}_count{${labels}} ${this.#count}`,
    ];
  }
}

/** `/metrics` in Prometheus' text form, for programs on the machine itself; for all others it does not exist. */
export function registerMetrics(app: FastifyInstance, { jobs, kept }: Context): void {
  const delay = new LoopDelay();
  app.addHook('onClose', async () => delay[Symbol.dispose]());
  const durations = new Map<string, Durations>();

  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    const labels = `method="${request.method}",route="${route}",status="${reply.statusCode}"`;
    const known = durations.get(labels) ?? new Durations();
    durations.set(labels, known);
    known.add(reply.elapsedTime / 1000);
    done();
  });

  app.get('/metrics', async (request, reply) => {
    const peer = plainAddress(request.raw.socket.remoteAddress ?? '');
    const forwarded =
      request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined;
    if (!isLoopback(peer) || forwarded) throw new Failure('NOT_FOUND');
    reply.headers({
      'content-type': 'text/plain; version=0.0.4; charset=utf-8',
      'cache-control': 'no-store',
    });
    const lines = [
      '# TYPE duet_request_seconds histogram',
      ...[...durations].flatMap(([labels, each]) => each.lines(labels)),
      ...gauge('duet_memory_bytes', process.memoryUsage.rss()),
      ...delay.lines(),
      ...keptLines(kept),
      ...gauge('duet_uptime_seconds', process.uptime()),
      ...jobLines(jobs),
    ];
    return `${lines.join('\n')}\n`;
  });
}

const gauge = (name: string, value: number): string[] => [`# TYPE ${name} gauge`, `${name} ${value}`];

function keptLines(kept: Kept): string[] {
  const { values, bytes, hits, made } = kept.metrics();
  return [
    ...gauge('duet_kept_values', values),
    ...gauge('duet_kept_bytes', bytes),
    '# TYPE duet_kept_hits_total counter',
    `duet_kept_hits_total ${hits}`,
    '# TYPE duet_kept_made_total counter',
    `duet_kept_made_total ${made}`,
  ];
}

function jobLines(jobs: Jobs): string[] {
  const metrics = jobs.metrics();
  if (metrics.length === 0) return [];
  const each = (
    name: string,
    type: 'counter' | 'gauge',
    figure: (job: (typeof metrics)[number]) => number | null,
  ) => [
    `# TYPE ${name} ${type}`,
    ...metrics.flatMap((job) => {
      const value = figure(job);
      return value === null ? [] : [`${name}{job="${job.name}"} ${value}`];
    }),
  ];
  return [
    ...each('duet_job_runs_total', 'counter', ({ runs }) => runs),
    ...each('duet_job_failures_total', 'counter', ({ failures }) => failures),
    ...each('duet_job_last_duration_seconds', 'gauge', ({ lastDurationMs }) =>
      lastDurationMs === null ? null : lastDurationMs / 1000,
    ),
  ];
}
