import { setTimeout as wait } from 'node:timers/promises';
import { Fault } from '../../scripts/project.mjs';
import { startClient } from './client.ts';
import { subjectsOf } from './load.ts';
import { openPostgres } from './postgres-site.ts';
import { rowsOf } from './rows.ts';
import type { Dialect } from './seed-database.ts';
import { startSqliteSite } from './sqlite-site.ts';

const sampleMs = 2000;
const rowMs = 1500;

/** When, in minutes since the load began, and the bytes of memory then. */
type Sample = readonly [minute: number, bytes: number];

/**
 * Memory of a server under everything that people do, one row of the load table after the other, and whether it rises:
 * the line through the second half of the time (least squares). `--minutes=10 --posts=100000 --database=sqlite`.
 */
export async function memory(words: readonly string[]): Promise<string[]> {
  const options = optionsOf(words);
  const { minutes, posts } = options;
  await using sites = options.database === 'sqlite' ? null : await openPostgres();
  await using site = await (sites ? sites.start(posts) : startSqliteSite(posts));
  using client = startClient();
  const { server } = site;
  await wait(5000);
  const idle = server.memory();
  const rows = rowsOf(await subjectsOf(server.url, posts));
  const port = Number(new URL(server.url).port);
  const samples: Sample[] = [];
  const since = performance.now();
  const elapsed = () => (performance.now() - since) / 60_000;
  const sampling = setInterval(() => samples.push([elapsed(), server.memory()]), sampleMs);
  const from = new Map<string, number>();
  let answers = 0;
  while (elapsed() < minutes) {
    for (const row of rows) {
      if (elapsed() >= minutes) break;
      const request = (await row.renew?.()) ?? row.request;
      const { name, connections } = row;
      const found = await client.run({
        port,
        connections,
        warmUpMs: 0,
        ms: rowMs,
        request,
        from: from.get(name) ?? 0,
      });
      from.set(name, found.next);
      answers += found.answers;
    }
  }
  clearInterval(sampling);
  await wait(20_000);
  return [
    ...linesOf(samples, { ...options, idle, answers, later: server.memory() }),
    '',
    ...everyMinute(samples, minutes),
  ];
}

interface Options {
  readonly minutes: number;
  readonly posts: number;
  readonly database: Dialect;
}

function optionsOf(words: readonly string[]): Options {
  const options: { -readonly [Name in keyof Options]: Options[Name] } = {
    minutes: 10,
    posts: 100_000,
    database: 'sqlite',
  };
  for (const word of words) {
    const [, name = '', value = ''] = /^--(\w+)=(.+)$/.exec(word) ?? [];
    if (name === 'minutes' && /^\d+(\.\d+)?$/.test(value)) options.minutes = Number(value);
    else if (name === 'posts' && /^[1-9]\d{3,6}$/.test(value)) options.posts = Number(value);
    else if (name === 'database' && (value === 'sqlite' || value === 'postgres')) options.database = value;
    else throw new Fault('memory takes only --minutes=10, --posts=100000 and --database=sqlite.');
  }
  return options;
}

interface Told extends Options {
  readonly idle: number;
  readonly later: number;
  readonly answers: number;
}

function linesOf(samples: readonly Sample[], told: Told): string[] {
  const { minutes, posts, database, idle, later, answers } = told;
  const half = samples.filter(([minute]) => minute >= minutes / 2);
  const most = Math.max(...samples.map(([, bytes]) => bytes));
  return [
    `${named[database]}, ${posts.toLocaleString('en')} posts, ${minutes} minutes, ${answers.toLocaleString('en')} answers: ` +
      `${mebibytes(idle)} idle, ${mebibytes(most)} at most, ${mebibytes(later)} 20 s afterwards.`,
    `The line through the second half rises by ${(slope(half) / 1024 ** 2).toFixed(2)} MiB a minute.`,
  ];
}

function everyMinute(samples: readonly Sample[], minutes: number): string[] {
  return [
    '| minute | MiB at most |',
    '| ---: | ---: |',
    ...Array.from({ length: Math.ceil(minutes) }, (_, n) => {
      const within = samples.filter(([minute]) => Math.floor(minute) === n).map(([, bytes]) => bytes);
      return `| ${n + 1} | ${within.length === 0 ? '' : (Math.max(...within) / 1024 ** 2).toFixed(0)} |`;
    }),
  ];
}

/** Of the line through the points (least squares), in bytes a minute. */
function slope(samples: readonly Sample[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const x = mean(samples.map(([minute]) => minute));
  const y = mean(samples.map(([, bytes]) => bytes));
  const both = samples.reduce((sum, [minute, bytes]) => sum + (minute - x) * (bytes - y), 0);
  return both / samples.reduce((sum, [minute]) => sum + (minute - x) ** 2, 0);
}

const named = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const;

const mebibytes = (bytes: number): string => `${(bytes / 1024 ** 2).toFixed(0)} MiB`;
