import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CallFailure, LocalizedError } from '../../../api/failure.ts';
import { setLanguage, withAllTexts } from '../../../i18n/language.ts';
import { retryDelayMs, waitingUploads } from './waiting-uploads.ts';

let server: 'away' | 'there';
let asked: number;

beforeEach(async () => {
  vi.stubGlobal('document', Object.assign(new EventTarget(), { documentElement: {} }));
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('fetch', async () => {
    asked += 1;
    if (server === 'away') throw new TypeError('Failed to fetch');
    return new Response(JSON.stringify({ success: false, error: 'No id' }), { status: 400 });
  });
  await withAllTexts(setLanguage('en'));
  [server, asked] = ['away', 0];
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const failure = (status: number, retryAfterSeconds?: number) =>
  new CallFailure('', { status, ...(retryAfterSeconds && { retryAfterSeconds }) });

it.each([
  ['no answer', failure(0), 0],
  ['a proxy without its server', failure(502), 0],
  ['a draft that could not be made', new LocalizedError('no draft', { cause: failure(503) }), 0],
  ['too many calls', failure(429, 20), 20_000],
  ['a refusal', failure(415), null],
  ['a full disk', failure(507), null],
  ['an error of its own', new TypeError('x is undefined'), null],
])('goes on by itself after %s or not: %s', (_, error, afterMs) => {
  expect(retryDelayMs(error)).toBe(afterMs);
});

it('begins all of them as soon as the server answers, each once, and asks no more then', async () => {
  const begun: string[] = [];
  const waiting = waitingUploads((key) => begun.push(key));
  for (const key of ['a', 'b', 'c']) waiting.add(key, 0);
  waiting.remove('b');
  await vi.advanceTimersByTimeAsync(10_000);
  expect([begun, asked]).toEqual([[], 3]);
  server = 'there';
  await vi.advanceTimersByTimeAsync(3000);
  expect(begun).toEqual(['a', 'c']);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([begun, asked]).toEqual([['a', 'c'], 4]);
});

it('waits as long as the server asked for, and takes up again what failed once more', async () => {
  server = 'there';
  const begun: string[] = [];
  const waiting = waitingUploads((key) => begun.push(key));
  waiting.add('a', 20_000);
  await vi.advanceTimersByTimeAsync(18_000);
  expect([begun, asked]).toEqual([[], 0]);
  await vi.advanceTimersByTimeAsync(6000);
  expect(begun).toEqual(['a']);
  waiting.add('a', 0);
  await vi.advanceTimersByTimeAsync(3000);
  expect(begun).toEqual(['a', 'a']);
});

it('begins nothing after its form has gone', async () => {
  server = 'there';
  const begun: string[] = [];
  const waiting = waitingUploads((key) => begun.push(key));
  waiting.add('a', 0);
  waiting.end();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([begun, asked]).toEqual([[], 0]);
});
