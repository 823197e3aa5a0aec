import fc from 'fast-check';
import { expect, it } from 'vitest';
import { randomFrom } from '../random.ts';
import { databaseKind } from '../test-database.ts';
import { compare, Difference } from './compare.ts';
import { Readers } from './readers.ts';
import type { Read } from './reads.ts';
import { openServers } from './servers.ts';
import { SiteState } from './site-state.ts';
import { type Step, weighedKinds, write } from './writes.ts';

/** In all, about; `DUET_CACHE_STEPS=100000` takes about an hour. */
const steps = Number(process.env.DUET_CACHE_STEPS ?? (databaseKind === 'sqlite' ? 100 : 40));
/** A run has a site of its own, and up to this many. */
const longestRun = Math.min(steps, 1000);
const runs = Math.ceil(steps / (longestRun / 2));
/** As a failure names them: the run that failed is seen again. */
const seed = process.env.DUET_CACHE_SEED;
const path = process.env.DUET_CACHE_PATH;
const allowedMs = 60_000 + steps * 1000;
/** By the servers' clock: on PostgreSQL they cache nothing for longer than a second. */
const msBetweenSteps = 20;

/**
 * About so many steps are at one server before the next is at the other. On SQLite all that one keeps is dropped when the other has
 * written: more of them, so that something is cached for longer.
 */
const stepsAtOne = databaseKind === 'sqlite' ? 24 : 6;

const number = fc.nat({ max: 41 });
const planned = fc.record({
  kind: fc.constantFrom(...weighedKinds),
  /** At the server that was not written at before. */
  elsewhere: fc.integer({ min: 1, max: stepsAtOne }).map((at) => at === stepsAtOne),
  who: number,
  what: number,
  choice: number,
});
type Planned = typeof planned extends fc.Arbitrary<infer T> ? T : never;

let stepsDone = 0;

/** One site from its beginning: each step, with reads before it and beside it, and what everybody gets after it. */
async function live(plan: readonly Planned[], chance: number): Promise<void> {
  await using servers = await openServers();
  const state = new SiteState(servers);
  const readers = new Readers(state, randomFrom(chance));
  const compareAll = (server: number, reads: readonly Read[]) => {
    readers.note(server, reads);
    return Promise.all(reads.map((read) => compare(servers, server, read, readers.compressed)));
  };
  const take = async (step: Step) => {
    const { server } = step;
    const { before, beside, late } = readers.about(step);
    using answer = late ? servers.late[server]?.hold(late.after) : undefined;
    const warming = readers.warm(server, before);
    await (answer ? Promise.race([warming, answer.held]) : warming);
    const writeAndCompare = async () => {
      await write(state, step);
      if (late?.until === 'the write') answer?.release();
      else answer?.releaseUnchanged();
      await compareAll(server, [...before, ...beside, ...readers.others(server)]);
      answer?.release();
    };
    await Promise.all([warming, readers.warm(server, beside), writeAndCompare()]);
  };
  // A site on which there is something to do, and something to see.
  for (const kind of ['register', 'register', 'publish', 'publishGallery', 'publish', 'message'] as const) {
    await write(state, { kind, server: 0, who: 1, what: 0, choice: 1 });
  }
  let last: Step | undefined;
  for (const { elsewhere, ...each } of plan) {
    const former = last?.server ?? 0;
    const server = elsewhere ? 1 - former : former;
    if (elsewhere) {
      await servers.settle(server);
      await compareAll(server, readers.elsewhere(server, last));
    }
    servers.clock.forward(msBetweenSteps);
    stepsDone += 1;
    last = { ...each, server };
    await take(last);
  }
  for (const each of [0, 1]) {
    await servers.settle(each);
    await compareAll(each, readers.asked(each));
  }
}

it('answers after each write as a server that caches nothing does; so does another server that has heard of it', {
  timeout: allowedMs,
}, async () => {
  const plan = fc.array(planned, { minLength: 1, maxLength: longestRun, size: 'max' });
  const property = fc.asyncProperty(plan, fc.nat(), (each, chance) =>
    live(each, chance).catch((error) => {
      if (error instanceof Difference) error.message = `After ${stepsDone} steps: ${error.message}`;
      throw error;
    }),
  );
  await fc.assert(property, {
    numRuns: runs,
    interruptAfterTimeLimit: allowedMs - 20_000,
    // To see that a planted fault is found, its shortest sequence is not needed.
    endOnFailure: process.env.DUET_PLANT !== undefined,
    ...(seed ? { seed: Number(seed) } : {}),
    ...(path ? { path } : {}),
  });
  expect(stepsDone).toBeGreaterThanOrEqual(runs);
  if (process.env.DUET_CACHE_STEPS) console.log(`${stepsDone} steps on ${databaseKind}, no difference`);
});
