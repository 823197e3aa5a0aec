import { expect, it } from 'vitest';
import { RequestDurations } from './request-durations.ts';

it('counts in each bucket all that took no longer, and sums', () => {
  const durations = new RequestDurations();
  const feed = { method: 'GET', route: '/api/posts', status: 200 };
  for (const seconds of [0.001, 0.005, 0.006, 0.5, 10, 16]) durations.add(feed, seconds);
  const counts = durations.lines().flatMap((line) => {
    const [, most, count] = /^duet_request_seconds_bucket\{.*,le="(.+)"\} (\d+)$/.exec(line) ?? [];
    return most === undefined ? [] : [`${most}: ${count}`];
  });
  expect(counts).toEqual([
    '0.005: 2',
    '0.01: 3',
    '0.025: 3',
    '0.05: 3',
    '0.1: 3',
    '0.25: 3',
    '0.5: 4',
    '1: 4',
    '2.5: 4',
    '5: 4',
    '10: 5',
    '+Inf: 6',
  ]);
  expect(durations.lines()[0]).toBe('# TYPE duet_request_seconds histogram');
  expect(durations.lines().slice(-2)).toEqual([
    'duet_request_seconds_sum{method="GET",route="/api/posts",status="200"} 26.512',
    'duet_request_seconds_count{method="GET",route="/api/posts",status="200"} 6',
  ]);
});

it('tells routes, methods and statuses apart', () => {
  const durations = new RequestDurations();
  for (const [method, route, status] of [
    ['GET', '/a', 200],
    ['GET', '/a', 304],
    ['HEAD', '/a', 200],
    ['GET', '/b', 200],
    ['GET', '/a', 200],
  ] as const) {
    durations.add({ method, route, status }, 1);
  }
  expect(durations.lines().filter((line) => line.startsWith('duet_request_seconds_count'))).toEqual([
    'duet_request_seconds_count{method="GET",route="/a",status="200"} 2',
    'duet_request_seconds_count{method="GET",route="/a",status="304"} 1',
    'duet_request_seconds_count{method="HEAD",route="/a",status="200"} 1',
    'duet_request_seconds_count{method="GET",route="/b",status="200"} 1',
  ]);
});
