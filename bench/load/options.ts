import { Fault } from '../../scripts/project.mjs';
import type { Dialect } from './seed-database.ts';

/** How long and how often things are measured. */
interface Pace {
  readonly rounds: number;
  readonly warmUpMs: number;
  readonly ms: number;
  readonly latencyMs: number;
}

export interface LoadOptions extends Pace {
  readonly posts: readonly number[];
  readonly databases: readonly Dialect[];
  /** Names of rows or of their groups; null for all. */
  readonly only: readonly string[] | null;
  /** Writes bench/results/load.md and the plots beside it. */
  readonly save: boolean;
}

const whole: Pace = { rounds: 5, warmUpMs: 300, ms: 1500, latencyMs: 700 };
const quick: Pace = { rounds: 3, warmUpMs: 250, ms: 400, latencyMs: 200 };
const fewest = 1000;
const most = 10_000_000;

/** Reads `--quick --posts=1000,100000 --database=sqlite --only=feed,like-32 --save`; throws a Fault that says what is wrong. */
export function readOptions(words: readonly string[], names: ReadonlySet<string>): LoadOptions {
  const given = new Map(words.map((word) => splitFlag(word)));
  const isQuick = flag(given, '--quick');
  return {
    ...(isQuick ? quick : whole),
    posts: list(given, '--posts')?.map(postsOf) ?? (isQuick ? [100_000] : [1000, 100_000, 1_000_000]),
    databases: list(given, '--database')?.map(databaseOf) ?? (isQuick ? ['sqlite'] : ['sqlite', 'postgres']),
    only: list(given, '--only')?.map((name) => nameOf(name, names)) ?? null,
    save: flag(given, '--save'),
  };
}

const flags = ['--quick', '--posts', '--database', '--only', '--save'];

function splitFlag(word: string): [string, string | null] {
  const [, name = word, value = null] = /^(--\w+)=(.*)$/.exec(word) ?? [];
  if (!flags.includes(name))
    throw new Fault(`${word} is no option of this measurement. There are ${flags.join(', ')}.`);
  return [name, value];
}

type Given = ReadonlyMap<string, string | null>;

function flag(given: Given, name: string): boolean {
  if (given.has(name) && given.get(name) !== null) throw new Fault(`${name} takes no value.`);
  return given.has(name);
}

function list(given: Given, name: string): string[] | null {
  if (!given.has(name)) return null;
  const values = (given.get(name) ?? '').split(',');
  if (values.includes('')) throw new Fault(`${name} wants values with commas between them: ${name}=…,…`);
  return values;
}

function postsOf(word: string): number {
  const posts = /^\d+$/.test(word) ? Number(word) : 0;
  if (posts < fewest || posts > most) {
    throw new Fault(`--posts takes whole numbers from ${fewest} to ${most}; "${word}" is none.`);
  }
  return posts;
}

function databaseOf(word: string): Dialect {
  if (word === 'sqlite' || word === 'postgres') return word;
  throw new Fault(`--database is sqlite, postgres or both with a comma between them; "${word}" is neither.`);
}

function nameOf(word: string, names: ReadonlySet<string>): string {
  if (names.has(word)) return word;
  throw new Fault(`--only knows no "${word}". There are ${[...names].join(', ')}.`);
}
