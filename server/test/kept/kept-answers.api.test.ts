import fc from 'fast-check';
import { expect, it } from 'vitest';
import { databaseKind } from '../test-database.ts';
import { compareAll, compareOther, compareWriter, seeded, warm } from './compare.ts';
import { openServers } from './servers.ts';
import { World } from './world.ts';
import { type Step, type WriteKind, weights, write, writes } from './writes.ts';

/** In all, about; `DUET_KEPT_STEPS=100000` takes an hour or two. */
const steps = Number(process.env.DUET_KEPT_STEPS ?? (databaseKind === 'sqlite' ? 100 : 40));
/** A run has a site of its own, and up to this many. */
const longestRun = Math.min(steps, 100);
const runs = Math.ceil(steps / (longestRun / 2));
/** As a failure names them: the run that failed is seen again. */
const seed = process.env.DUET_KEPT_SEED;
const path = process.env.DUET_KEPT_PATH;
const allowedMs = 60_000 + steps * 1000;

const kinds = (Object.keys(writes) as WriteKind[]).flatMap((kind) =>
  Array.from({ length: weights[kind] ?? 1 }, () => kind),
);
const number = fc.nat({ max: 41 });
const planned = fc.record({
  kind: fc.constantFrom(...kinds),
  /** At the server that was not written at before. */
  elsewhere: fc.constantFrom(false, false, false, false, false, true),
  who: number,
  what: number,
  choice: number,
});
type Planned = typeof planned extends fc.Arbitrary<infer T> ? T : never;

/** After so many steps the server that was not written at is compared as well. */
const comparesOther = 5;

/** One site from its beginning: each step, with reads before it and beside it, and what everybody gets after it. */
async function live(plan: readonly Planned[], chance: number): Promise<void> {
  await using servers = await openServers();
  const world = new World(servers);
  const random = seeded(chance);
  let server = 0;
  for (const [at, { elsewhere, ...each }] of plan.entries()) {
    if (elsewhere) {
      server = 1 - server;
      // Until then it may answer from before what was written at the other one.
      await servers.hear(server);
    }
    const step: Step = { ...each, server };
    await warm(world, server, random);
    const reading = warm(world, server, random);
    await write(world, step);
    await reading;
    await compareWriter(world, step, random);
    if (at % comparesOther === comparesOther - 1) await compareOther(world, step, random);
  }
  await compareAll(world);
}

it('answers after each write as a server that keeps nothing does; another server, within a second', {
  timeout: allowedMs,
}, async () => {
  expect(kinds.length).toBeGreaterThan(0);
  const plan = fc.array(planned, { minLength: 1, maxLength: longestRun, size: 'max' });
  await fc.assert(fc.asyncProperty(plan, fc.nat(), live), {
    numRuns: runs,
    interruptAfterTimeLimit: allowedMs - 20_000,
    // To see that a planted fault is found, its shortest sequence is not needed.
    endOnFailure: process.env.DUET_PLANT !== undefined,
    ...(seed ? { seed: Number(seed) } : {}),
    ...(path ? { path } : {}),
  });
});
