import { spawn } from 'node:child_process';
import { chromiumArguments, packagedChromium } from '../scripts/chromium.mjs';
import { environment } from '../scripts/project.mjs';
import { median, withDemoSite } from './demo-site.ts';

/** Asked for by name and version when it is wanted: with what it brings it is 176 MB, a fifth of everything else. */
const program = 'lighthouse@13.5.0';
/** `DUET_BENCH_ROUNDS` for more of them. */
const rounds = Number(process.env.DUET_BENCH_ROUNDS ?? 3);

const aims = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const;
const categories = Object.keys(aims) as (keyof typeof aims)[];
const times = {
  'first-contentful-paint': 'first paint, s',
  'largest-contentful-paint': 'largest paint, s',
  'total-blocking-time': 'blocked, ms',
  'cumulative-layout-shift': 'layout shift',
} as const;

interface Audit {
  readonly title: string;
  readonly score: number | null;
  readonly numericValue?: number;
}

interface Report {
  readonly audits: Readonly<Record<string, Audit>>;
  readonly categories: Readonly<
    Record<string, { score: number; auditRefs: readonly { id: string; weight: number }[] }>
  >;
}

/**
 * Lighthouse's marks for a guest's pages on a phone with a slow line (its mobile preset), on the demo's site or the one
 * at `DUET_BENCH_URL`. Fails where one is below its aim.
 */
export async function lighthouse(): Promise<string[]> {
  return withDemoSite(async (url) => {
    const rows: string[] = [];
    const faults = new Set<string>();
    for (const page of await pagesOf(url)) {
      const reports: Report[] = [];
      for (let round = 0; round < rounds; round += 1) reports.push(await judge(url + page));
      rows.push(rowOf(page, reports));
      for (const fault of reports.flatMap(faultsOf)) faults.add(`- ${page}: ${fault}`);
    }
    return [
      `${program}, mobile preset, medians of ${rounds}.`,
      '',
      `| page | ${[...categories, ...Object.values(times)].join(' | ')} |`,
      `| --- |${' ---: |'.repeat(categories.length + Object.keys(times).length)}`,
      ...rows,
      ...(faults.size > 0 ? ['', 'Below their aim:', '', ...faults] : []),
    ];
  });
}

async function pagesOf(url: string): Promise<string[]> {
  const answer = await fetch(`${url}/api/posts?page=1&limit=20`);
  const { data } = (await answer.json()) as { data: { posts: { _id: string; postType: string }[] } };
  const newest = (type: string) => data.posts.find(({ postType }) => postType === type)?._id;
  const posts = ['gallery', 'video', 'richText'].map((type) => `/post/${newest(type)}`);
  return ['/home', ...posts, '/login'];
}

async function judge(address: string): Promise<Report> {
  const { executablePath, env } = await packagedChromium();
  const words = [
    ...['exec', '--yes', `--package=${program}`, '--', 'lighthouse', address],
    ...['--output=json', '--quiet', '--no-enable-error-reporting'],
    `--only-categories=${categories.join(',')}`,
    `--chrome-flags=--headless ${chromiumArguments.join(' ')}`,
  ];
  const child = spawn('npm', words, {
    env: environment({ ...env, CHROME_PATH: executablePath }),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
  if (code !== 0) throw new Error(`Lighthouse ended with ${code} on ${address}.`);
  return JSON.parse(printed);
}

const mark = (report: Report, category: string): number =>
  Math.round((report.categories[category]?.score ?? 0) * 100);

function rowOf(page: string, reports: readonly Report[]): string {
  const marks = categories.map((category) => {
    const got = median(reports.map((report) => mark(report, category)));
    if (got < aims[category]) process.exitCode = 1;
    return String(got);
  });
  const measured = Object.keys(times).map((id) => {
    const value = median(reports.map(({ audits }) => audits[id]?.numericValue ?? 0));
    if (id === 'cumulative-layout-shift') return value.toFixed(4);
    return id === 'total-blocking-time' ? value.toFixed(0) : (value / 1000).toFixed(1);
  });
  return `| ${[page.replace(/(?<=^\/post\/).+/, (id) => `…${id.slice(-6)}`), ...marks, ...measured].join(' | ')} |`;
}

/** What cost a page marks, speed apart, which the times tell. */
function faultsOf(report: Report): string[] {
  return categories
    .filter((category) => category !== 'performance' && mark(report, category) < aims[category])
    .flatMap((category) =>
      (report.categories[category]?.auditRefs ?? [])
        .filter(({ id, weight }) => weight > 0 && (report.audits[id]?.score ?? 1) < 1)
        .map(({ id }) => `${category}, ${report.audits[id]?.title}`),
    );
}
