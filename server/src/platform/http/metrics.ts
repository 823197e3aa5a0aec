import type { FastifyInstance } from 'fastify';
import type { Cache } from '../cache/cache.ts';
import type { Context } from '../context.ts';
import { Failure } from '../failure.ts';
import { isLoopback, plainAddress } from '../ip-addresses.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { LoopDelay } from './loop-delay.ts';
import type { RequestDurations } from './request-durations.ts';
import type { IgnoredForwarding } from './untrusted-proxy.ts';

/** What hooks of the server count. */
interface Counted {
  readonly durations: RequestDurations;
  readonly ignoredForwarding: IgnoredForwarding;
}

/** `/metrics` in Prometheus' text form, for programs on the machine itself; for all others it does not exist. */
export function registerMetrics(
  app: FastifyInstance,
  { jobs, cache }: Context,
  { durations, ignoredForwarding }: Counted,
): void {
  const delay = new LoopDelay();
  app.addHook('onClose', async () => delay[Symbol.dispose]());

  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request;
    const answered = { method, route: routeOptions.url ?? 'none', status: reply.statusCode };
    durations.add(answered, reply.elapsedTime / 1000);
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
      ...durations.lines(),
      ...counter('duet_forwarding_ignored_total', ignoredForwarding.count),
      ...gauge('duet_memory_bytes', process.memoryUsage.rss()),
      ...delay.lines(),
      ...cacheLines(cache),
      ...gauge('duet_uptime_seconds', process.uptime()),
      ...jobLines(jobs),
    ];
    return `${lines.join('\n')}\n`;
  });
}

const gauge = (name: string, value: number): string[] => [`# TYPE ${name} gauge`, `${name} ${value}`];

const counter = (name: string, value: number): string[] => [`# TYPE ${name} counter`, `${name} ${value}`];

function cacheLines(cache: Cache): string[] {
  const { values, bytes, hits, made } = cache.metrics();
  return [
    ...gauge('duet_cache_values', values),
    ...gauge('duet_cache_bytes', bytes),
    ...counter('duet_cache_hits_total', hits),
    ...counter('duet_cache_made_total', made),
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
