import { expect, it } from 'vitest';
import { createLog } from '../log.ts';
import { createAccessLog } from './access-log.ts';

/** Writes lines of answers, and says what stands in them. */
function written(level: 'debug' | 'info' | 'warn') {
  const lines: Record<string, unknown>[] = [];
  const log = createAccessLog(createLog(level, { write: (line) => lines.push(JSON.parse(line)) }));
  const answer = (url: string, viewer?: string) =>
    log({ method: 'GET', url, status: 200, ms: 1.6, address: '192.0.2.1', viewer });
  return { lines, answer };
}

it('writes of an answer what is harmless', () => {
  const { lines, answer } = written('info');
  answer('/api/posts?page=2&token=secret');
  answer('/api/auth/user', 'maria');
  const told = { level: 30, method: 'GET', status: 200, ms: 2, address: '192.0.2.1', msg: 'answered' };
  const { pid, time } = lines[0] ?? {};
  expect([pid, typeof time]).toEqual([process.pid, 'number']);
  expect(lines.map(({ time: _time, ...line }) => line)).toEqual([
    { ...told, pid, url: '/api/posts?page=2' },
    { ...told, pid, url: '/api/auth/user', viewer: 'maria' },
  ]);
});

it('writes the same of an address that it knows, however many it knows and however long they are', () => {
  const { lines, answer } = written('info');
  const tail = `&s=${'x'.repeat(400)}`;
  const urls = Array.from({ length: 700 }, (_, n) => `/api/posts?page=${n}&s=secret${n % 2 ? tail : ''}`);
  for (const _time of [1, 2]) for (const url of urls) answer(url);
  const expected = urls.map((_, n) => `/api/posts?page=${n}`);
  expect(lines.map(({ url }) => url)).toEqual([...expected, ...expected]);
});

it('tells of health only who wants to know all, and of nothing who wants warnings', () => {
  for (const [level, urls] of [
    ['debug', ['/healthz', '/api/posts']],
    ['info', ['/api/posts']],
    ['warn', []],
  ] as const) {
    const { lines, answer } = written(level);
    answer('/healthz');
    answer('/api/posts');
    expect(lines.map(({ url }) => url)).toEqual(urls);
  }
});
