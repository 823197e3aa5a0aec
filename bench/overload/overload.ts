import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Fault, runtime } from '../../scripts/project.mjs';
import { startSqliteSite } from '../load/sqlite-site.ts';
import { attacks } from './attacks.ts';
import { BackgroundReaders, type Share } from './background-readers.ts';
import { loopDelays, percentileBetween } from './loop-delays.ts';

const beforeMs = 3000;
const attackMs = 10_000;
const afterMs = 6000;

/**
 * What signed-in people and guests get while somebody attacks, with the limits that a site has by itself: each attack
 * on a server of its own. Words are names of attacks; all without any.
 */
export async function overload(words: readonly string[]): Promise<string[]> {
  const unknown = words.find((word) => !attacks[word]);
  if (unknown)
    throw new Fault(`There is no attack ${unknown}. Choose from ${Object.keys(attacks).join(', ')}.`);
  const names = words.length > 0 ? words : Object.keys(attacks);
  const rows: string[] = [];
  for (const name of names) rows.push(await measure(name));
  return [
    `For ${attackMs / 1000} s; others: 40 calls a second of 60 people who are signed in, 40 of guests, another process on the same machine.`,
    '',
    '| attack | sent a second (answered 2xx) | signed in: answered | p50, p95 ms (before) | guests: answered | p95 ms | normal after, s | event loop p99, ms | MiB before, most, after |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...rows,
  ];
}

async function measure(name: string): Promise<string> {
  const attack = attacks[name];
  if (!attack) throw new Error(name);
  await using site = await startSqliteSite(1000, { DUET_RATE_LIMIT: '1', DUET_LOG_LEVEL: 'error' });
  const { server, dataFolder } = site;
  using others = new BackgroundReaders(server.url);
  await wait(1000);
  const start = performance.now();
  await wait(beforeMs);
  const memory = { before: server.memory(), most: 0 };
  const sampling = setInterval(() => {
    memory.most = Math.max(memory.most, server.memory());
  }, 100);
  // A process of its own: what it costs to attack must not delay those who are measured.
  const attacker = fork(
    fileURLToPath(new URL('attacker.ts', import.meta.url)),
    [name, server.url, dataFolder],
    {
      execPath: runtime(),
    },
  );
  await once(attacker, 'message');
  const heldBefore = await loopDelays(server.url);
  const since = performance.now();
  await wait(attackMs);
  const until = performance.now();
  attacker.send('tell');
  const [told]: Told[] = await once(attacker, 'message');
  attacker.kill('SIGKILL');
  await wait(afterMs);
  const held = percentileBetween(heldBefore, await loopDelays(server.url), 0.99);
  // Whoever was asked at the end has an answer, or never gets one.
  const recovery = others.recovery(until);
  clearInterval(sampling);
  await wait(9000);
  const [usual, during, guests] = [
    others.signedIn(start, start + beforeMs),
    others.signedIn(since, until),
    others.guests(since, until),
  ];
  process.stderr.write(`${name}: measured\n`);
  return (
    `| ${attack.says} | ${rates(told, until - since)} | ${percent(during)} | ${ms(during.p50)}, ${ms(during.p95)} (${ms(usual.p50)}, ${ms(usual.p95)}) ` +
    `| ${percent(guests)} | ${ms(guests.p95)} | ${(recovery / 1000).toFixed(1)} | ${(held * 1000).toFixed(0)} ` +
    `| ${mebibytes(memory.before)}, ${mebibytes(memory.most)}, ${mebibytes(server.memory())} |`
  );
}

/** What the attacking process says in the end. */
interface Told {
  readonly sent: number;
  readonly answers: readonly (readonly [status: number, count: number])[];
}

/** An attack that sends no whole calls has no rate. */
function rates(told: Told | undefined, overMs: number): string {
  if (!told || told.sent === 0) return '–';
  const well = told.answers.reduce(
    (sum, [status, count]) => sum + (status >= 200 && status < 300 ? count : 0),
    0,
  );
  const perSecond = (count: number) => Math.round((count / overMs) * 1000).toLocaleString('en');
  return `${perSecond(told.sent)} (${perSecond(well)})`;
}

const percent = ({ answered }: Share): string => `${(answered * 100).toFixed(1)} %`;
const ms = (value: number): string => value.toFixed(value < 10 ? 1 : 0);
const mebibytes = (bytes: number): string => (bytes / 1024 ** 2).toFixed(0);
