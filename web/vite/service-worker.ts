import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** Builds the service worker as `/sw.js`: one file whose name stays, so that browsers find its new versions. */
export function serviceWorker(): Plugin {
  return {
    name: 'duet:service-worker',
    apply: 'build',
    buildStart() {
      const id = fileURLToPath(new URL('../src/offline/service-worker.ts', import.meta.url));
      this.emitFile({ type: 'chunk', id, fileName: 'sw.js' });
    },
  };
}
