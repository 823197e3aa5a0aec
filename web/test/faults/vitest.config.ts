import { defineConfig } from 'vitest/config';

/** The app's own modules against a real server, through a network that loses, doubles and delays. */
export default defineConfig({
  test: {
    name: 'faults',
    include: ['*.test.ts'],
    environment: 'node',
    pool: 'forks',
    testTimeout: 60_000,
    hookTimeout: 90_000,
  },
});
