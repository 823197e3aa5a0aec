import { setTimeout as wait } from 'node:timers/promises';
import type { Fault } from '../../faulty-proxy.ts';
import { type Outcome, startLoad } from './load.ts';
import { register } from './people.ts';
import { openSite } from './site.ts';

const killEveryMs = 10_000;
const restartEveryMs = 20_000;
const storeFaults = ['unavailable', 'slow', 'silent'] as const satisfies readonly Fault[];

/**
 * Three servers under load: one is killed every 10 s for so many seconds, whether or not the former is replaced by then; then PostgreSQL crashes every 20 s for a third of them; then the
 * object store answers 503, two seconds late, and not at all, for a tenth each. `only` names parts of it. Answers a table; throws where
 * something was lost.
 */
export async function kills(seconds: number, only = 'servers,postgres,store'): Promise<string[]> {
  await using site = await openSite(3);
  const two = await register(site);
  const lines = [...head];
  let lost = 0;
  const phase = async (part: string, name: string, fail: () => Promise<Failed>) => {
    if (!only.split(',').includes(part)) return;
    const load = await startLoad(two);
    const { times, remark } = await fail();
    const outcome = await load.stop();
    lost += lostOf(outcome);
    lines.push(row(remark === undefined ? name : `${name}; ${remark}`, times, outcome));
    // Who watches a run of half an hour sees how far it is.
    console.error(lines.at(-1));
  };
  await phase('servers', 'a server killed every 10 s', async () => {
    const since = performance.now();
    const replacing = new Map<number, Promise<void>>();
    const took: number[] = [];
    let times = 0;
    for (let tick = 1; tick * killEveryMs <= seconds * 1000; tick += 1) {
      await wait(Math.max(0, since + tick * killEveryMs - performance.now()));
      // The next in turn that answers: one that is still starting counts for nobody.
      const number = [0, 1, 2].map((n) => (tick + n) % 3).find((n) => !replacing.has(n));
      if (number === undefined) continue;
      const killedAt = performance.now();
      const replaced = site.replace(number).then(() => {
        replacing.delete(number);
        took.push(performance.now() - killedAt);
      });
      replacing.set(number, replaced);
      times += 1;
    }
    await Promise.all(replacing.values());
    const [median = 0, longest = 0] = [took.length >> 1, took.length - 1].map(
      (place) => took.toSorted((a, b) => a - b)[place],
    );
    const inSeconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
    return {
      times,
      remark: `another in its place after ${inSeconds(median)}, at most ${inSeconds(longest)}`,
    };
  });
  await phase('postgres', 'PostgreSQL crashed every 20 s', async () => {
    const over = performance.now() + (seconds / 3) * 1000;
    let times = 0;
    for (; performance.now() + restartEveryMs < over; times += 1) {
      await wait(restartEveryMs);
      await site.database.restart();
    }
    await wait(restartEveryMs / 2);
    return { times };
  });
  for (const fault of storeFaults) {
    await phase(
      'store',
      `the object store ${sentences[fault]} for ${Math.round(seconds / 10)} s`,
      async () => {
        await wait(3000);
        site.store.faultOf = () => fault;
        await wait((seconds / 10) * 1000);
        site.store.faultOf = () => 'none';
        await wait(10_000);
        return { times: 1 };
      },
    );
  }
  if (lost > 0) throw new Error([`${lost} lost or doubled:`, ...lines].join('\n'));
  return lines;
}

/** How often something failed, and what else is to be said of it. */
interface Failed {
  readonly times: number;
  readonly remark?: string;
}

const sentences = {
  unavailable: 'answered 503',
  slow: 'answered 2 s late',
  silent: 'did not answer',
} as const;

const lostOf = (outcome: Outcome): number =>
  outcome.lostMessages +
  outcome.doubledMessages +
  outcome.unheard +
  outcome.lostChunks +
  outcome.damagedVideos;

const head = [
  '| what failed | times | messages acknowledged | lost | doubled | not heard by one of 6 screens | chunks of uploads | lost | videos published | damaged | requests that failed or were refused (503) | longest until acknowledged |',
  '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
];

function row(name: string, times: number, outcome: Outcome): string {
  const { failures } = outcome;
  const cells = [
    name,
    times,
    outcome.messages,
    outcome.lostMessages,
    outcome.doubledMessages,
    outcome.unheard,
    outcome.chunks,
    outcome.lostChunks,
    outcome.videos,
    outcome.damagedVideos,
    `${failures.broken} + ${failures.refused}`,
    `${(failures.longestMs / 1000).toFixed(1)} s`,
  ];
  return `| ${cells.map((cell) => (typeof cell === 'number' ? cell.toLocaleString('en') : cell)).join(' | ')} |`;
}
