import { writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { released } from './barrier.ts';
import { commands, tally } from './commands.ts';
import { ExpectedState } from './expected-state.ts';
import { orphansIn } from './recount.ts';
import { Site } from './site.ts';

/** `npm run bench -- life-cycle` asks for more. */
const runs = Number(process.env.DUET_MODEL_RUNS ?? 40);
/** Both as a failure names them: with `DUET_MODEL_RUNS=1` the one run that failed is seen again. */
const seed = process.env.DUET_MODEL_SEED;
const path = process.env.DUET_MODEL_PATH;
const allowedMs = 60_000 + runs * 400;

/** What is wrong with the site now, when nothing is under way: promises broken, files lost, rows without their file. */
async function wrong(known: ExpectedState, site: Site): Promise<string[]> {
  const found = await site.recount();
  // Only who sleeps for a day in the midst of an upload and is killed then leaves a file to the clean-up of orphans.
  const unclaimed = site.slept ? [] : found.unclaimed;
  return [...site.faults, ...found.faults, ...unclaimed, ...known.faults(found, site.now())];
}

/** One run: the commands in their order, then everything ends, and a server comes after. */
async function live(plan: Iterable<fc.AsyncCommand<ExpectedState, Site>>, site: Site): Promise<void> {
  const known = new ExpectedState();
  await fc.asyncModelRun(() => ({ model: known, real: site }), plan);
  await site.drain();
  expect(await wrong(known, site)).toEqual([]);
  await site.crash();
  await site.drain();
  expect(await wrong(known, site)).toEqual([]);
  await site.ageAll();
  expect(await wrong(known, site)).toEqual([]);
  expect(orphansIn(await site.recount())).toEqual([]);
}

it('loses no file that something refers to, keeps no row without its file, and leaves no orphan, whatever is interleaved and killed', {
  timeout: allowedMs,
}, async () => {
  let site = await Site.open();
  const since = performance.now();
  try {
    await fc.assert(
      fc.asyncProperty(fc.commands(commands, { maxCommands: 40, size: 'max' }), async (plan) => {
        try {
          await live(plan, site);
          await site.reset();
        } catch (error) {
          await site[Symbol.asyncDispose]();
          site = await Site.open();
          throw error;
        }
      }),
      {
        numRuns: runs,
        ...(seed ? { seed: Number(seed) } : {}),
        ...(path ? { path } : {}),
        endOnFailure: process.env.DUET_MODEL_RUNS !== undefined,
      },
    );
  } finally {
    await site[Symbol.asyncDispose]();
  }
  const into = process.env.DUET_MODEL_REPORT;
  const seconds = (performance.now() - since) / 1000;
  if (into)
    writeFileSync(into, JSON.stringify({ runs, seconds, ...released, commands: Object.fromEntries(tally) }));
});
