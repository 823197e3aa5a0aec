import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { contractRoutes } from './vite/contract-routes.ts';
import { serviceWorker } from './vite/service-worker.ts';
import { trustFirst } from './vite/trust-first.ts';
import { unusedIonic } from './vite/unused-ionic.ts';

/** Elements register themselves when a component uses them; nothing else in these packages has to run. */
const quiet = /node_modules\/(@ionic|ionicons|@stencil)\//;

/** What the service worker consists of; it runs apart from the app. */
const worker = /src\/offline\/(service-worker|what-to-keep)\.ts$/;

export default defineConfig({
  plugins: [react(), contractRoutes(), trustFirst(), unusedIonic(), serviceWorker()],
  server: { host: '127.0.0.1', port: 3180, strictPort: true },
  // Two copies of @ionic/react would have two routers that do not know of each other.
  resolve: {
    dedupe: [
      '@ionic/react',
      '@ionic/core',
      'ionicons',
      'react',
      'react-dom',
      'react-router',
      'react-router-dom',
    ],
  },
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      treeshake: { moduleSideEffects: (id) => !quiet.test(id) },
      output: {
        codeSplitting: {
          groups: [
            { name: 'trust', test: /src\/trust\/|node_modules\/dompurify\//, priority: 2 },
            // All that the start needs in one piece: fewer requests, and it packs better.
            { name: 'app', tags: ['$initial'], test: (id) => !worker.test(id), priority: 1 },
          ],
        },
      },
    },
  },
});
