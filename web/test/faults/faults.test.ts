import fc from 'fast-check';
import { afterAll, beforeAll, it } from 'vitest';
import { comments } from './features/comments.ts';
import { composing } from './features/composing.ts';
import { editing } from './features/editing.ts';
import type { Deed, Feature, FeatureKind } from './features/feature.ts';
import { joining } from './features/joining.ts';
import { likes } from './features/likes.ts';
import { messages } from './features/messages.ts';
import { outages } from './features/outages.ts';
import { profile } from './features/profile.ts';
import { removing } from './features/removing.ts';
import type { Fate } from './network.ts';
import { Run } from './run.ts';
import { openSite } from './site.ts';

const {
  DUET_NETWORK_RUNS: askedRuns = '60',
  DUET_NETWORK_SEED: askedSeed,
  DUET_NETWORK_PATH: askedPath,
  DUET_NETWORK_ONLY: only,
  DUET_PLANT: plant,
} = process.env;
const runs = Number(askedRuns);

const all = { composing, editing, comments, likes, messages, removing, profile, joining, outages };
/** All, or those that are named. */
const features: readonly FeatureKind[] = Object.entries(all)
  .filter(([name]) => !only || only.split(',').includes(name))
  .map(([, feature]) => feature);

const ms = fc.constantFrom(40, 900, 4000, 20_000, 45_000);
const fate: fc.Arbitrary<Fate> = fc.oneof(
  { weight: 16, arbitrary: fc.constant<Fate>({ how: 'fine' }) },
  { weight: 3, arbitrary: fc.constant<Fate>({ how: 'requestLost' }) },
  { weight: 4, arbitrary: fc.constant<Fate>({ how: 'answerLost' }) },
  { weight: 1, arbitrary: fc.constant<Fate>({ how: 'doubledAtOnce' }) },
  { weight: 2, arbitrary: fc.constant<Fate>({ how: 'doubledInTurn' }) },
  { weight: 2, arbitrary: ms.map((after): Fate => ({ how: 'doubledLater', ms: after })) },
  { weight: 2, arbitrary: ms.map((after): Fate => ({ how: 'requestLate', ms: after })) },
  { weight: 2, arbitrary: ms.map((after): Fate => ({ how: 'answerLate', ms: after })) },
);
/** Seldom: every start of a server takes a second. */
const fates = fc.array(
  fc.oneof(
    { weight: 300, arbitrary: fate },
    { weight: 1, arbitrary: fc.nat({ max: 8 }).map((after): Fate => ({ how: 'killed', ms: after })) },
  ),
  { maxLength: 50, size: 'max' },
);

interface Step extends Deed {
  /** Whose deed it is: the number of the feature. */
  readonly feature: number;
  /** How long until the next one, in ms. */
  readonly then: number;
}

const pause = fc.constantFrom(0, 0, 300, 700, 2500, 35_000);
const step: fc.Arbitrary<Step> = fc.oneof(
  ...features.flatMap(({ deeds }, feature) =>
    deeds.map(({ weight, arbitrary }) => ({
      weight,
      arbitrary: fc.tuple(arbitrary, pause).map(([deed, then]) => ({ ...deed, feature, then })),
    })),
  ),
);
/** A run uses a part of the app: deeds that have to meet each other do so far more often than among all there are. */
const parts = fc.subarray(
  features.map((_, feature) => feature),
  { minLength: 1, maxLength: Math.min(3, features.length) },
);
const story = fc
  .record({ parts, all: fc.array(step, { minLength: 1, maxLength: 60, size: 'max' }), fates })
  .map(({ parts, all, fates }) => ({
    steps: all.filter(({ feature }) => parts.includes(feature)).slice(0, 14),
    fates,
  }));

let site: Awaited<ReturnType<typeof openSite>>;
beforeAll(async () => {
  site = await openSite(plant);
}, 90_000);
afterAll(() => site[Symbol.asyncDispose]());

async function live({ steps, fates }: { steps: readonly Step[]; fates: readonly Fate[] }): Promise<void> {
  const next = fates.values();
  const run = await Run.begin(site, () => next.next().value ?? { how: 'fine' });
  const going: Feature[] = features.map(({ begin }) => begin(run));
  run.onCrash = (tab) => {
    for (const feature of going) feature.crashes?.(tab);
  };
  try {
    for (const { feature, then, name, words } of steps) {
      run.log.push(`${(run.time.passed() / 1000).toFixed(1)}s ${name}(${words.join()})`);
      await going[feature]?.do({ name, words });
      await run.pass(then);
    }
    run.log.push('healed');
    await run.heal();
    for (const feature of going) await feature.finish();
    const found: string[] = [];
    for (const feature of going) found.push(...(await feature.differences()));
    if (found.length > 0) throw new Error(`${found.join('\n')}\n\n${run.log.join('\n')}\n`);
  } finally {
    await run.end();
  }
}

it('tells people what is so, loses nothing that they made and makes nothing twice, whatever the network does', {
  timeout: 60_000 + runs * 4000,
}, async () => {
  const since = performance.now();
  const result = await fc.check(fc.asyncProperty(story, live), {
    numRuns: runs,
    ...(askedSeed ? { seed: Number(askedSeed) } : {}),
    ...(askedPath ? { path: askedPath } : {}),
    // How soon it is found is asked, not what is the least that shows it.
    endOnFailure: plant !== undefined,
  });
  console.log(
    `${result.numRuns} runs, ${((performance.now() - since) / 1000).toFixed(1)} s, seed ${result.seed}`,
  );
  if (result.failed) {
    const { errorInstance, counterexamplePath } = result;
    const again = `DUET_NETWORK_SEED=${result.seed} DUET_NETWORK_PATH=${counterexamplePath}`;
    throw new Error(`${result.numRuns} runs; again with ${again}\n${(errorInstance as Error)?.message}`);
  }
});
