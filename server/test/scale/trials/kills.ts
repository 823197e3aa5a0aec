import { setTimeout as wait } from 'node:timers/promises';
import type { Fault } from '../../faulty-proxy.ts';
import { type Outcome, startLoad } from './load.ts';
import { register } from './people.ts';
import { openSite } from './site.ts';

const killEveryMs = 10_000;
const restartEveryMs = 20_000;
const storeFaults = ['unavailable', 'slow', 'silent'] as const satisfies readonly Fault[];

/**
 * Three servers under load: one is killed every 10 s for so many seconds; then PostgreSQL crashes every 20 s for a third of them; then the
 * object store answers 503, two seconds late, and not at all, for a tenth each. `only` names parts of it. Answers a table; throws where
 * something was lost.
 */
export async function kills(seconds: number, only = 'servers,postgres,store'): Promise<string[]> {
  await using site = await openSite(3);
  const two = await register(site);
  const lines = [...head];
  let lost = 0;
  const phase = async (part: string, name: string, fail: () => Promise<number>) => {
    if (!only.split(',').includes(part)) return;
    const load = await startLoad(two);
    const times = await fail();
    const outcome = await load.stop();
    lost += lostOf(outcome);
    lines.push(row(name, times, outcome));
    // Who watches a run of half an hour sees how far it is.
    console.error(lines.at(-1));
  };
  await phase('servers', 'a server killed every 10 s', async () => {
    const over = performance.now() + seconds * 1000;
    let times = 0;
    for (; performance.now() + killEveryMs < over; times += 1) {
      await wait(killEveryMs);
      await site.replace(times % 3);
    }
    await wait(Math.max(0, over - performance.now()));
    return times;
  });
  await phase('postgres', 'PostgreSQL crashed every 20 s', async () => {
    const over = performance.now() + (seconds / 3) * 1000;
    let times = 0;
    for (; performance.now() + restartEveryMs < over; times += 1) {
      await wait(restartEveryMs);
      await site.database.restart();
    }
    await wait(restartEveryMs / 2);
    return times;
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
        return 1;
      },
    );
  }
  if (lost > 0) throw new Error([`${lost} lost or doubled:`, ...lines].join('\n'));
  return lines;
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
