import { readFileSync } from 'node:fs';
import { endpoints } from '@duet/contract/endpoints';
import { expect, it } from 'vitest';
import { createHarness } from '../../../test/harness.ts';

const read = (file: string) => readFileSync(new URL(`../../../../${file}`, import.meta.url), 'utf8');

/** What a histogram is asked for by. */
const parts = /_(bucket|sum|count)$/;

it.each(['deploy/prometheus-alerts.yml', 'deploy/grafana-dashboard.json'])(
  '%s asks for metrics that a server has',
  async (file) => {
    await using harness = await createHarness();
    await harness.guest.call('posts.feed');
    const text = await (await fetch(`${harness.url}/metrics`)).text();
    const types = new Map(
      [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', type]) => [name, type]),
    );
    const asked = new Set(read(file).match(/\bduet_[a-z_]+/g));
    expect(asked.size).toBeGreaterThan(4);
    for (const name of asked) {
      const histogram = types.get(name.replace(parts, '')) === 'histogram';
      expect([name, histogram ? parts.test(name) : types.has(name)]).toEqual([name, true]);
    }
  },
);

it('leaves out of the alert for slow answers the calls of uploads, whose time is that of the line', async () => {
  const [, excluded = ''] = /route!~"([^"]+)"/.exec(read('deploy/prometheus-alerts.yml')) ?? [];
  // As Prometheus does, which compares the whole label.
  const isExcluded = (path: string) => new RegExp(`^(?:${excluded})$`).test(path);
  const paths = Object.values(endpoints).map(({ path }) => path.replace(/\?.*/, ''));
  const uploads = paths.filter((path) => path.startsWith('/api/upload'));
  expect(uploads.length).toBeGreaterThan(3);
  expect(uploads.filter((path) => !isExcluded(path))).toEqual([]);
  expect(isExcluded('/api/posts')).toBe(false);
});

it('labels by which alerts and panels choose are those of the server', async () => {
  await using harness = await createHarness();
  await harness.guest.call('posts.feed');
  const text = await (await fetch(`${harness.url}/metrics`)).text();
  expect(text).toMatch(/^duet_request_seconds_count\{method="GET",route="\/api\/posts",status="200"\} 1$/m);
  expect(text).toMatch(/^duet_job_failures_total\{job="\w+"\} \d+$/m);
});
