import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { appScriptLast } from './vite/app-script-last.ts';
import { cascadeLayers } from './vite/cascade-layers.ts';
import { compressed } from './vite/compressed.ts';
import { contractRoutes } from './vite/contract-routes.ts';
import { plainIcons } from './vite/plain-icons.ts';
import { preloadScreens } from './vite/preload-screens.ts';
import { preloadTexts } from './vite/preload-texts.ts';
import { scriptBefore } from './vite/script-before.ts';
import { serviceWorker } from './vite/service-worker.ts';
import { sharedChunks } from './vite/shared-chunks.ts';
import { splashFirst } from './vite/splash-first.ts';
import { themeFirst } from './vite/theme-first.ts';

/** What the service worker consists of; it runs apart from the app. */
const worker =
  /src\/offline\/(service-worker|cache-rules|without-preloads|share-target|push|notification)\.ts$/;

/** The script that asks for the first page, and the few rules that it shares with the app. */
const prefetch =
  /src\/(app\/prefetch|device\/storage-keys|features\/posts\/(gallery\/grid|picture\/(pictures|source-set|thumbnail))|i18n\/default-language|limits(-of-subjects)?|units)\.ts$/;

/** `Features.DirSelector` of Lightning CSS, which comes with Vite. */
const dirSelector = 4;

export default defineConfig({
  plugins: [
    react(),
    contractRoutes(),
    scriptBefore({ name: 'prefetch', source: '/src/app/prefetch.ts', async: true }),
    appScriptLast(),
    preloadTexts(),
    preloadScreens(),
    splashFirst(),
    // DOMPurify and the Trusted Types policies: whatever a library does while it is evaluated already meets them, and
    // there is one DOMPurify for everybody (two would ask for the same policy name, and the second is refused).
    scriptBefore({ name: 'security', source: '/src/security/policies.ts', inDevelopment: true }),
    themeFirst(),
    cascadeLayers(),
    plainIcons(),
    serviceWorker(),
    compressed(),
  ],
  server: { host: '127.0.0.1', port: 3180, strictPort: true },
  // Two copies of a router would not know of each other.
  resolve: { dedupe: ['react', 'react-dom', 'react-router', 'react-router-dom'] },
  // `:dir()` stays: the list of languages that it would become knows nothing of `dir="auto"`.
  css: { lightningcss: { exclude: dirSelector } },
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'prefetch', test: prefetch, priority: 10 },
            { name: 'security', test: /src\/security\/|node_modules\/dompurify\//, priority: 9 },
            // All that the start needs in one piece: fewer requests, and it packs better.
            { name: 'app', tags: ['$initial'], test: (id) => !worker.test(id), priority: 8 },
            // The page of one post as well, of which other screens use a part.
            { name: 'post', test: /src\/(screens\/PostDetailScreen|features\/posts\/detail\/)/, priority: 7 },
            ...sharedChunks(),
            // Each would be a file of its own; the package's index hides who uses it.
            { name: 'icons', test: /node_modules\/lucide-react\//, minShareCount: 2, priority: 0 },
          ],
        },
      },
    },
  },
});
