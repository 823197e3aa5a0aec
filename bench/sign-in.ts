import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { runtime } from '../scripts/project.mjs';
import { startSqliteSite } from './load/sqlite-site.ts';
import { BackgroundReaders } from './overload/background-readers.ts';

/** `DUET_SIGN_IN_ROUNDS=30` where time is short. */
const rounds = Number(process.env.DUET_SIGN_IN_ROUNDS ?? 150);
const people = 20;
const perSecond = 100;
const usualMs = 10_000;
const attackMs = 20_000;

interface Timed {
  readonly kind: string;
  readonly ms: number;
}

/**
 * What the time of a sign-in tells: names that somebody has and names that nobody has, by turns, with a wrong password, on a server
 * that hashes as it does for people. And what others wait while a hundred wrong passwords a second arrive.
 */
export async function signIn(): Promise<string[]> {
  return [...(await timing()), '', ...(await flood())];
}

async function timing(): Promise<string[]> {
  await using site = await startSqliteSite(1000, { DUET_RATE_LIMIT: '0', DUET_LOG_LEVEL: 'error' });
  const { url } = site.server;
  for (let n = 0; n < people; n += 1) {
    const username = `known_${n}`;
    const body = { username, email: `${username}@example.org`, password: 'Right!123' };
    const { status } = await post(url, '/api/auth/register', body);
    if (status !== 200) throw new Error(`${username} was answered ${status}`);
  }
  const names = (n: number) => ({
    'a name that somebody has': `known_${n % people}`,
    'an address that somebody has': `known_${n % people}@example.org`,
    'a name that nobody has': `nobody_${n}`,
    'an address that nobody has': `nobody_${n}@example.org`,
  });
  const timed: Timed[] = [];
  for (let n = 0; n < rounds; n += 1) {
    // By turns and in another order each time, so that what else the machine does meets all alike.
    const turns = Object.entries(names(n));
    for (let at = 0; at < turns.length; at += 1) {
      const [kind, username] = turns[(at + n) % turns.length] ?? ['', ''];
      const since = performance.now();
      const { status } = await post(url, '/api/auth/login', { username, password: 'Wrong!456' });
      if (status === 401) timed.push({ kind, ms: performance.now() - since });
    }
  }
  const all = meanOf(timed);
  const kinds = Object.keys(names(0));
  return [
    '| sign-in with a wrong password and | tried | mean ms | of the mean of all | median ms |',
    '| --- | ---: | ---: | ---: | ---: |',
    ...kinds.map((kind) => {
      const of = timed.filter((each) => each.kind === kind);
      const mean = meanOf(of);
      const share = `${(((mean - all) / all) * 100).toFixed(1)} %`;
      return `| ${kind} | ${of.length} | ${mean.toFixed(1)} | ${share} | ${medianOf(of).toFixed(1)} |`;
    }),
  ];
}

async function flood(): Promise<string[]> {
  await using site = await startSqliteSite(1000, { DUET_RATE_LIMIT: '1', DUET_LOG_LEVEL: 'error' });
  const { url } = site.server;
  await post(url, '/api/auth/register', { ...rightOne, email: 'right_one@example.org' });
  using others = new BackgroundReaders(url);
  await wait(2000);
  const start = performance.now();
  const usualRight = await rightSignIns(url, usualMs);
  // A process of its own: what it costs to attack must not delay those who are measured.
  const attacker = fork(
    fileURLToPath(new URL('overload/wrong-passwords.ts', import.meta.url)),
    [url, String(perSecond)],
    { execPath: runtime() },
  );
  await once(attacker, 'message');
  const since = performance.now();
  const right = await rightSignIns(url, attackMs);
  const until = performance.now();
  attacker.send('stop');
  const [statuses]: [status: number, count: number][][] = await once(attacker, 'message');
  const [usual, during] = [others.signedIn(start, since), others.signedIn(since, until)];
  const said = (statuses ?? []).map(([status, count]) => `${status} × ${count}`).join(', ');
  return [
    `${perSecond} wrong passwords a second from 250 addresses for ${attackMs / 1000} s (${said}); people who are signed in meanwhile:`,
    '',
    '| | asked | answered | p50 ms | p95 ms | right sign-ins | let in | p50 ms | most ms |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...[['before', usual, usualRight] as const, ['meanwhile', during, right] as const].map(
      ([when, { asked, answered, p50, p95 }, signIns]) =>
        `| ${when} | ${asked} | ${(answered * 100).toFixed(1)} % | ${p50.toFixed(1)} | ${p95.toFixed(1)} ` +
        `| ${signIns.length} | ${signIns.filter(({ kind }) => kind === '200').length} | ${medianOf(signIns).toFixed(0)} | ${Math.max(...signIns.map(({ ms }) => ms)).toFixed(0)} |`,
    ),
  ];
}

const rightOne = { username: 'right_one', password: 'Right!123' };
let signedIn = 0;

/** Somebody who signs in every half a second with the right password, each time from another address. */
async function rightSignIns(url: string, forMs: number): Promise<Timed[]> {
  const until = performance.now() + forMs;
  const waiting: Promise<Timed>[] = [];
  while (performance.now() < until) {
    signedIn += 1;
    const since = performance.now();
    const answer = post(url, '/api/auth/login', rightOne, `127.0.30.${signedIn}`);
    waiting.push(answer.then(({ status }) => ({ kind: String(status), ms: performance.now() - since })));
    await wait(500);
  }
  return Promise.all(waiting);
}

const agent = new Agent({ keepAlive: true, maxSockets: 400 });

function post(url: string, path: string, body: unknown, localAddress?: string): Promise<{ status: number }> {
  const text = JSON.stringify(body);
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
  return new Promise((resolve) => {
    const options = { agent, method: 'POST', headers, ...(localAddress && { localAddress }) };
    const sent = request(new URL(path, url), options, (response) => {
      response.resume();
      response.on('end', () => resolve({ status: response.statusCode ?? 0 }));
    });
    sent.on('error', () => resolve({ status: 0 }));
    sent.end(text);
  });
}

const meanOf = (timed: readonly Timed[]): number =>
  timed.reduce((sum, { ms }) => sum + ms, 0) / Math.max(1, timed.length);

const medianOf = (timed: readonly Timed[]): number =>
  timed.map(({ ms }) => ms).toSorted((one, other) => one - other)[Math.floor(timed.length / 2)] ?? 0;
