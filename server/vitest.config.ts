import { defineConfig } from 'vitest/config';
import { planted } from './test/cache/planted.ts';
import { LongestFirst } from './test/order.ts';

/** Set by `npm test` to run one of the two; without it both run. */
const only = process.env.DUET_TEST_DATABASE;

const quickPasswords = `--import=${new URL('test/quick-passwords.ts', import.meta.url).href}`;

/** Three servers in the place of one, on the same cores, take longer for the same. */
const patience = process.env.DUET_TEST_SERVERS ? 6 : 1;

const shared = {
  pool: 'forks' as const,
  execArgv: [
    quickPasswords,
    // Buffers of files make V8 look through the whole heap after each 64 MB of them, though little of it has changed. With a heap that
    // may grow to this size first, the tests of backups take a fifth less of the processor.
    '--external-memory-accounted-in-global-limit',
    '--initial-old-space-size=512',
  ],
  // The files that a process runs share its modules: to load them anew for each took a third of the time.
  isolate: false,
  // On two cores: a file waits for a time, a process or PostgreSQL for a third of its own.
  maxWorkers: 3,
  testTimeout: 20_000 * patience,
  hookTimeout: 30_000 * patience,
  // As `test/eventually.ts`.
  expect: { poll: { timeout: 15_000 } },
  restoreMocks: true,
  setupFiles: ['test/query-plans/setup.ts'],
};

/**
 * `npm run scale-test -- api`: every harness is three servers (`test/harness.ts`). Not of tests that look into the data
 * folder or the memory of one server, start programs of their own on it, or measure it: those have no second one.
 */
const ofOneServer = [
  'src/backup/**',
  'src/cli/**',
  'src/cleanup/{cleanup,many-files}.api.test.ts',
  'src/main.api.test.ts',
  'src/media/life-cycle.api.test.ts',
  'src/move/**',
  'src/platform/db/**',
  'src/platform/http/metrics-named.api.test.ts',
  'src/platform/jobs/**',
  'src/platform/secrets/**',
  'src/posts/cancel-while-finishing.api.test.ts',
  'src/push/fairness.api.test.ts',
  'src/uploads/{clock,convert,full-disk,read-only-disk,removal-fails,survives}.api.test.ts',
  'test/model/life-cycle.api.test.ts',
];

/** Tests of whole calls (`*.api.test.ts`) run on both databases, `*.postgres.test.ts` on that one, all others once. */
const projects = [
  {
    test: {
      ...shared,
      name: 'sqlite',
      include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
      exclude: ['**/*.postgres.test.ts'],
      env: { DUET_TEST_DATABASE: 'sqlite', NODE_OPTIONS: quickPasswords },
    },
  },
  {
    test: {
      ...shared,
      name: 'postgres',
      include: ['{src,test}/**/*.{api,postgres}.test.ts'],
      exclude: process.env.DUET_TEST_SERVERS ? ofOneServer : [],
      env: { DUET_TEST_DATABASE: 'postgres', NODE_OPTIONS: quickPasswords },
      globalSetup: ['test/postgres-cluster.ts'],
    },
  },
];

/** Puts a fault into the modules, to see that `test/cache` finds it. */
const plant = process.env.DUET_PLANT;
const plugins = plant ? [planted(plant)] : [];

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // What was transformed with a fault must not be found again by the next run, nor hide the next fault.
    fsModuleCache: plant === undefined,
    projects: projects
      .filter(({ test }) => !only || test.name === only)
      .map((project) => ({ ...project, plugins })),
  },
});
