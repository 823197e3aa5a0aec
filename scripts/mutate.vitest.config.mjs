// The unit tests that `npm run mutate` asks: those of the rules, without a site, a database or a child process.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{contract,server}/src/**/*.test.ts'],
    exclude: ['**/*.{api,postgres}.test.ts', '**/node_modules/**'],
    testTimeout: 60_000,
  },
});
