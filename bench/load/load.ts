import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { endpoints } from '@duet/contract/endpoints';
import { root } from '../../scripts/project.mjs';
import { call } from '../duet-admin.ts';
import { startProcess } from '../server-process.ts';
import { type LoadClient, startClient } from './client.ts';
import { measureRows } from './measure.ts';
import { type LoadOptions, readOptions } from './options.ts';
import { plotsOf } from './plots.ts';
import { openPostgres } from './postgres-site.ts';
import { rowNames, rowsOf, type Subjects } from './rows.ts';
import { tokenOf } from './seed.ts';
import { reader, seeded } from './seed-constants.ts';
import type { Dialect } from './seed-database.ts';
import type { LoadedSite } from './site.ts';
import { startSqliteSite } from './sqlite-site.ts';
import { type Section, sectionLines } from './table.ts';

const pageSize = 20;
/** An answer within this time is one of a server that has nothing else to do. */
const idleAnswerMs = 250;

/**
 * Every read and write that people wait for, on sites of several sizes, beside its yardstick (docs/performance.md). Throws
 * a Fault for arguments that it does not know.
 */
export async function load(words: readonly string[]): Promise<string[]> {
  const options = readOptions(words, rowNames);
  const sections: Section[] = [];
  using client = startClient();
  for (const database of options.databases) {
    await using sites = database === 'sqlite' ? sqliteSites : await openPostgres();
    for (const posts of options.posts) {
      const section = await measureSite(client, { database, posts, start: sites.start }, options);
      sections.push(section);
      // A run of all sites takes long: what is measured is not lost with it.
      process.stderr.write(`${sectionLines(section).join('\n')}\n`);
    }
  }
  const lines = sections.flatMap((section) => [...sectionLines(section), '']);
  if (options.save) savePlots(sections);
  return [...about(options), '', ...lines];
}

const sqliteSites = { start: startSqliteSite, [Symbol.asyncDispose]: async () => {} };

interface Measured {
  readonly database: Dialect;
  readonly posts: number;
  start(posts: number): Promise<LoadedSite>;
}

async function measureSite(
  client: LoadClient,
  { database, posts, start }: Measured,
  options: LoadOptions,
): Promise<Section> {
  await using site = await start(posts);
  const [before = 0] = loadavg();
  const { server } = site;
  await using yardstick = await keptStrings();
  await wait(1000);
  const idle = server.memory();
  const subjects = await subjectsOf(server.url, posts);
  const chosen = rowsOf(subjects).filter(
    ({ name, group }) => options.only === null || options.only.includes(name) || options.only.includes(group),
  );
  const figures = await measureRows(
    {
      client,
      server,
      yardstickServer: yardstick,
      commits: site.commits,
      settled: () => isIdle(server.url),
    },
    chosen,
    options,
  );
  const after = server.memory();
  const byHand = await site.byHand(subjects.popular);
  const [later = 0] = loadavg();
  return {
    database,
    posts,
    figures,
    byHand,
    startMs: site.startMs,
    idle,
    after,
    loadAverage: [before, later],
  };
}

async function keptStrings() {
  const server = await startProcess({
    words: ['bench/load/kept-string-server.ts'],
    ready: /ready at (\S+)\n/,
  });
  return Object.assign(server, { [Symbol.asyncDispose]: () => server.kill('SIGTERM') });
}

async function isIdle(url: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${tokenOf(reader)}` };
  const signal = AbortSignal.timeout(idleAnswerMs);
  const answer = await fetch(new URL('/api/auth/user', url), { headers, signal }).catch(() => null);
  return answer?.status === 200 && (await answer.text().catch(() => '')) !== '';
}

/** What the rows ask for on a seeded site. */
export async function subjectsOf(url: string, posts: number): Promise<Subjects> {
  const found: { _id: string; comment_count: number }[] = [];
  for (const page of ['1', '2']) {
    const { data } = await call(url, null, endpoints['posts.feed'], { query: { page, limit: '100' } });
    found.push(...data.posts);
  }
  const { data } = await call(url, null, endpoints['posts.feed'], {});
  const popular = found.find(({ comment_count }) => comment_count === seeded.manyComments)?._id;
  const isWhole = data.pagination.totalCount > posts * 0.9;
  if (!popular || !isWhole)
    throw new Error(`The seeded site is not what it should be: ${JSON.stringify(data.pagination)}`);
  return {
    posts: found.map(({ _id }) => _id),
    popular,
    lastPage: Math.ceil(data.pagination.totalCount / pageSize),
    feedTag: () => feedTag(url),
  };
}

async function feedTag(url: string): Promise<string> {
  const response = await fetch(new URL('/api/posts', url));
  await response.arrayBuffer();
  return response.headers.get('etag') ?? '"none"';
}

function about({ rounds, ms, latencyMs }: LoadOptions): string[] {
  return [
    `Medians of ${rounds} rounds. Each row for ${ms} ms over 32 connections (writes: as many as it says) right before its yardstick; ` +
      `p50 and p99 by one client for ${latencyMs} ms.`,
  ];
}

function savePlots(sections: readonly Section[]): void {
  for (const [name, svg] of plotsOf(sections)) writeFileSync(join(root, 'bench/results', name), svg);
}
