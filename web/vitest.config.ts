import { defineConfig } from 'vitest/config';
import { contractRoutes } from './vite/contract-routes.ts';

/** Rules and state machines without a browser; how screens behave is tested in a real one (e2e/). */
export default defineConfig({
  plugins: [contractRoutes()],
  test: {
    name: 'web',
    include: ['src/**/*.test.ts'],
    environment: 'node',
    setupFiles: ['test/empty-device-storage.ts'],
    // To load the modules anew for each file took two thirds of the time.
    isolate: false,
    restoreMocks: true,
  },
});
