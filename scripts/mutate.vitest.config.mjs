// The tests that `npm run mutate` asks: unit tests of the rules, without a site, a database or a child process; or those that
// are named after `--`, which may be tests of whole calls, on SQLite.
import { defineConfig } from 'vitest/config';

const named = process.env.DUET_MUTATE_TESTS?.split('\n') ?? [];
const quickPasswords = `--import=${new URL('../server/test/quick-passwords.ts', import.meta.url).href}`;

/**
 * Stryker changes a copy of the project, whose `node_modules` lead back to the contract as it is. With this path every test of
 * the server depends on the contract, so it is taken only where tests are named.
 */
const contract = new URL('../contract/src/', import.meta.url).pathname;

export default defineConfig({
  ...(named.length > 0 && {
    resolve: { alias: [{ find: /^@duet\/contract\/(.*)$/, replacement: `${contract}$1.ts` }] },
  }),
  test:
    named.length > 0
      ? {
          include: named,
          testTimeout: 60_000,
          execArgv: [quickPasswords],
          env: { DUET_TEST_DATABASE: 'sqlite', NODE_OPTIONS: quickPasswords },
        }
      : {
          include: ['{contract,server}/src/**/*.test.ts'],
          exclude: ['**/*.{api,postgres}.test.ts', '**/node_modules/**'],
          testTimeout: 60_000,
        },
});
