import { setTimeout as wait } from 'node:timers/promises';
import { type Kind, prepareKinds } from './calls.ts';
import { openSite } from './site.ts';
import { countsStatements, type Usage, UsageMeter } from './usage.ts';

const rounds = 3;
const warmSeconds = 0.3;
const restSeconds = 5;
const counts = [1, 2, 3] as const;

/** One measurement. */
interface Figure {
  readonly rate: number;
  readonly answered: number;
  readonly refused: number;
  readonly bytes: number;
  readonly used: Usage;
}

/** Measurements of the same together. */
interface Together {
  readonly rate: number;
  /** For one answer: microseconds of processor time of the servers and of PostgreSQL, and what was asked of PostgreSQL. */
  readonly serverMicroseconds: number;
  readonly databaseMicroseconds: number;
  readonly statements: number;
  readonly transactions: number;
  readonly bytes: number;
}

/**
 * What is asked of a site most, through one, two and three servers behind the balancer on the same database and in turns, each for so many
 * seconds, three times; of rates the middle one counts. Beside the rates stands what does not depend on who else uses the machine:
 * processor time, statements and bytes for one answer.
 */
export async function throughput(seconds: number): Promise<string[]> {
  await using site = await openSite(3, { logLevel: 'silent', postgres: countsStatements });
  const { url, name } = site.database;
  await using meter = await UsageMeter.open(url.replace(name, 'postgres'), name);
  const kinds = await prepareKinds(site);
  const found = new Map(kinds.map((kind) => [kind, counts.map(() => [] as Figure[])]));
  const rest = await meter.read(site.servers);
  await wait(restSeconds * 1000);
  const rested = differenceOf(rest, await meter.read(site.servers));
  const restStatements = rested.statements / restSeconds;
  for (let round = 0; round < rounds; round += 1) {
    for (const [place, count] of counts.entries()) {
      await site.balancer.use(site.servers.slice(0, count).map((server) => server.url));
      for (const [kind, figures] of found) {
        await calls(kind, warmSeconds);
        const before = await meter.read(site.servers);
        const { answered, refused, bytes, took } = await calls(kind, seconds);
        const used = differenceOf(before, await meter.read(site.servers));
        figures[place]?.push({
          rate: answered / took,
          answered,
          refused,
          bytes,
          used: {
            ...used,
            // What the servers ask by themselves is not asked for an answer.
            statements: used.statements - (rested.statements / restSeconds) * took,
            transactions: used.transactions - (rested.transactions / restSeconds) * took,
          },
        });
      }
    }
    console.error(`round ${round + 1} of ${rounds}`);
  }
  const rows = [...found].map(([{ name: says, callers }, figures]) =>
    row(says, callers, figures.map(together)),
  );
  return [
    `At rest three servers ask PostgreSQL for ${restStatements.toFixed(1)} statements a second, which are taken off below. Refused in all: ${[
      ...found.values(),
    ]
      .flat(2)
      .reduce((sum, { refused }) => sum + refused, 0)}.`,
    '',
    '| call | at once | a second, 1 server | 2 | 3 | ratios | server µs an answer, 1 server | 2 | 3 | PostgreSQL µs, 1 | 2 | 3 | statements, 1 | 2 | 3 | transactions, 1 | bytes |',
    `| --- |${' ---: |'.repeat(16)}`,
    ...rows,
  ];
}

function row(says: string, callers: number, figures: readonly Together[]): string {
  const [one] = figures;
  if (!one) return '';
  const all = (of: (figure: Together) => number, digits = 0) =>
    figures.map((figure) => of(figure).toFixed(digits)).join(' | ');
  const cells = [
    says,
    callers,
    all(({ rate }) => rate),
    figures.map(({ rate }) => (rate / one.rate).toFixed(2)).join(' : '),
    all(({ serverMicroseconds }) => serverMicroseconds),
    all(({ databaseMicroseconds }) => databaseMicroseconds),
    all(({ statements }) => statements, 2),
    one.transactions.toFixed(2),
    one.bytes.toFixed(0),
  ];
  return `| ${cells.join(' | ')} |`;
}

function together(figures: readonly Figure[]): Together {
  const rates = figures.map(({ rate }) => rate).sort((a, b) => a - b);
  const total = (of: (figure: Figure) => number) => figures.reduce((sum, figure) => sum + of(figure), 0);
  const answered = Math.max(
    1,
    total((figure) => figure.answered),
  );
  const each = (of: (figure: Figure) => number) => Math.max(0, total(of)) / answered;
  return {
    rate: rates[rates.length >> 1] ?? 0,
    serverMicroseconds: each(({ used }) => used.serverSeconds) * 1e6,
    databaseMicroseconds: each(({ used }) => used.databaseSeconds) * 1e6,
    statements: each(({ used }) => used.statements),
    transactions: each(({ used }) => used.transactions),
    bytes: each(({ bytes }) => bytes),
  };
}

const differenceOf = (before: Usage, after: Usage): Usage => ({
  serverSeconds: after.serverSeconds - before.serverSeconds,
  databaseSeconds: after.databaseSeconds - before.databaseSeconds,
  statements: after.statements - before.statements,
  transactions: after.transactions - before.transactions,
});

/** Calls as fast as they are answered, by all callers of the kind. */
async function calls({ callers, call }: Kind, seconds: number) {
  const since = performance.now();
  let answered = 0;
  let refused = 0;
  let bytes = 0;
  const calling = async (_: unknown, caller: number) => {
    for (let n = 0; performance.now() - since < seconds * 1000; n += 1) {
      try {
        const answer = await call(caller, n);
        bytes += answer.bytes;
        answered += 1;
      } catch {
        // Too busy, or in conflict too often; who is refused comes again a little later.
        refused += 1;
        await wait(20);
      }
    }
  };
  await Promise.all(Array.from({ length: callers }, calling));
  return { answered, refused, bytes, took: (performance.now() - since) / 1000 };
}
