import { setTimeout as wait } from 'node:timers/promises';
import type { ServerProcess } from '../server-process.ts';
import type { LoadClient } from './client.ts';
import type { Findings, Job } from './load-client.ts';
import type { LoadOptions } from './options.ts';
import { median } from './percentile.ts';
import type { RequestTemplate } from './requests.ts';
import type { Row, Yardstick } from './rows.ts';

/** What a row came to: medians of the rounds. */
export interface Figures {
  readonly row: Row;
  /** A second. */
  readonly rate: number;
  readonly yardstickRate: number;
  /** The median of the rounds' ratios. */
  readonly ratio: number;
  /** Microseconds of processor time that the server's process uses for an answer. */
  readonly cost: number;
  /** What an answer of the yardstick costs in that, over what one of the row does; null where it is no server. */
  readonly costRatio: number | null;
  /** Of one client, in ms. */
  readonly p50: number | null;
  readonly p99: number | null;
  readonly bodyBytes: number;
  readonly unexpected: Readonly<Record<string, number>>;
}

interface Measured {
  readonly client: LoadClient;
  readonly server: ServerProcess;
  readonly yardstickServer: ServerProcess;
  /** Commits one by one, a second. */
  readonly commits: () => Promise<number>;
  /** Whether the server answers as when nobody asks it. */
  readonly settled: () => Promise<boolean>;
}

interface Round extends Findings {
  readonly cost: number;
  readonly yardstickRate: number;
  readonly yardstickCost: number | null;
  readonly latency: Findings;
}

const settleMs = 15_000;
const unchanged = { path: '/unchanged', headers: { 'if-none-match': '"kept"' }, status: 304 } as const;

/** Measures all rows, round by round, each beside its yardstick. */
export async function measureRows(
  { client, server, yardstickServer, commits, settled }: Measured,
  rows: readonly Row[],
  options: LoadOptions,
): Promise<Figures[]> {
  const counters = new Map<RequestTemplate, number>();
  const found = new Map<Row, Round[]>(rows.map((row) => [row, []]));
  const job = async (row: Row, connections: number, ms: number): Promise<Job> => {
    const seconds = (options.warmUpMs + ms) / 1000;
    const beside = (row.beside ?? []).map((each) => {
      const from = counters.get(each.request) ?? 0;
      counters.set(each.request, from + Math.ceil(each.perSecond * seconds) + each.perSecond);
      return { ...each, from };
    });
    const from = counters.get(row.request) ?? 0;
    const request = (await row.renew?.()) ?? row.request;
    return { port: portOf(server), connections, warmUpMs: options.warmUpMs, ms, request, from, beside };
  };
  const run = async (row: Row, connections: number, ms: number): Promise<Costing> => {
    const asked = await job(row, connections, ms);
    const findings = await costing(server, () => client.run(asked));
    counters.set(row.request, findings.next);
    for (const until = Date.now() + settleMs; Date.now() < until && !(await settled()); ) await wait(50);
    return findings;
  };
  const yardstick = async (which: Yardstick, bytes: number) => {
    if (which === 'commits') return { rate: await commits(), cost: null };
    const { path, ...more } = which === '304' ? unchanged : { path: `/kept/${Math.round(bytes)}` };
    const { warmUpMs, ms } = options;
    const request = { method: 'GET' as const, path, ...more };
    const port = portOf(yardstickServer);
    return costing(yardstickServer, () =>
      client.run({ port, connections: 32, warmUpMs, ms: ms / 2, request, from: 0 }),
    );
  };
  for (let round = 0; round < options.rounds; round += 1) {
    for (const row of rows) {
      const findings = await run(row, row.connections, options.ms);
      const beside = await yardstick(row.yardstick, findings.bodyBytes);
      const latency = row.connections === 1 ? findings : await run(row, 1, options.latencyMs);
      found.get(row)?.push({ ...findings, yardstickRate: beside.rate, yardstickCost: beside.cost, latency });
    }
  }
  return rows.map((row) => summary(row, found.get(row) ?? []));
}

interface Costing extends Findings {
  /** Microseconds of processor time for an answer. */
  readonly cost: number;
}

async function costing(server: ServerProcess, work: () => Promise<Findings>): Promise<Costing> {
  const before = server.processorSeconds();
  const findings = await work();
  const used = server.processorSeconds() - before;
  return { ...findings, cost: (used * 1e6) / Math.max(1, findings.answers) };
}

const portOf = ({ url }: ServerProcess): number => Number(new URL(url).port);

function summary(row: Row, rounds: readonly Round[]): Figures {
  const unexpected: Record<string, number> = {};
  for (const { unexpected: one, latency } of rounds) {
    for (const [status, count] of [...Object.entries(one), ...Object.entries(latency.unexpected)]) {
      unexpected[status] = (unexpected[status] ?? 0) + count;
    }
  }
  const of = (pick: (round: Round) => number | null) => median(rounds.map(pick));
  return {
    row,
    rate: of(({ rate }) => rate) ?? 0,
    yardstickRate: of(({ yardstickRate }) => yardstickRate) ?? 0,
    ratio: of(({ rate, yardstickRate }) => rate / yardstickRate) ?? 0,
    cost: of(({ cost }) => cost) ?? 0,
    costRatio: of(({ cost, yardstickCost }) => yardstickCost && yardstickCost / cost),
    p50: of(({ latency }) => latency.p50),
    p99: of(({ latency }) => latency.p99),
    bodyBytes: of(({ bodyBytes }) => bodyBytes) ?? 0,
    unexpected,
  };
}
