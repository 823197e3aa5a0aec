import type { Figures } from './measure.ts';
import type { Dialect } from './seed-database.ts';

/** What one database with one number of posts came to. */
export interface Section {
  readonly database: Dialect;
  readonly posts: number;
  readonly figures: readonly Figures[];
  /** Statements by hand, a second. */
  readonly byHand: readonly (readonly [says: string, rate: number])[];
  readonly startMs: number;
  /** Bytes of memory. */
  readonly idle: number;
  readonly after: number;
  /** Of the last minute, before and after. */
  readonly loadAverage: readonly [number, number];
}

const databaseNames: Readonly<Record<Dialect, string>> = { sqlite: 'SQLite', postgres: 'PostgreSQL' };

/** The lines of a section in Markdown. */
export function sectionLines(section: Section): string[] {
  const { posts, figures, byHand, startMs, idle, after, loadAverage } = section;
  const megabytes = (bytes: number) => `${(bytes / 1024 ** 2).toFixed(0)} MiB`;
  return [
    `## ${databaseNames[section.database]}, ${posts.toLocaleString('en')} posts`,
    '',
    `Start to the first answer ${startMs.toFixed(0)} ms; memory ${megabytes(idle)} idle, ${megabytes(after)} after the load; ` +
      `load average ${loadAverage.map((value) => value.toFixed(1)).join(' before, ')} after.`,
    '',
    '| | a second | held against | ratio | wanted | p50 ms | p99 ms | CPU µs | its ratio | bytes |',
    '| --- | ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...figures.map(figuresLine),
    ...unexpectedLines(figures),
    ...(byHand.length === 0
      ? []
      : ['', '| statement by hand, in one process | a second |', '| --- | ---: |']),
    ...byHand.map(([says, rate]) => `| ${says} | ${round(rate)} |`),
  ];
}

function figuresLine(figures: Figures): string {
  const { row, rate, yardstickRate, ratio, cost, costRatio, p50, p99, bodyBytes } = figures;
  const wanted = row.wanted === null ? '' : `${row.wanted}${ratio < row.wanted ? ' **missed**' : ''}`;
  return (
    `| ${row.says} | ${round(rate)} | ${row.yardstick} ${round(yardstickRate)} | ${ratioText(ratio)} | ${wanted} ` +
    `| ${ms(p50)} | ${ms(p99)} | ${round(cost)} | ${costRatio === null ? '' : ratioText(costRatio)} | ${round(bodyBytes)} |`
  );
}

const ratioText = (ratio: number): string => (ratio >= 0.095 ? ratio.toFixed(2) : ratio.toPrecision(2));
const ms = (value: number | null): string =>
  value === null ? 'none in 10 s' : value >= 10 ? value.toFixed(0) : value.toFixed(2);

function round(value: number): string {
  return value >= 10 ? Math.round(value).toLocaleString('en') : value.toFixed(1);
}

/** Answers that had another status than the expected one. */
function unexpectedLines(figures: readonly Figures[]): string[] {
  const found = figures.flatMap(({ row, unexpected }) =>
    Object.entries(unexpected).map(
      ([status, count]) => `${row.says}: ${count} × ${status === '0' ? 'a broken connection' : status}`,
    ),
  );
  return found.length === 0 ? [] : ['', `Not counted: ${found.join('; ')}.`];
}
