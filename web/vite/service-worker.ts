import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const source = (path: string) => fileURLToPath(new URL(`../src/offline/${path}`, import.meta.url));

/**
 * Builds the service worker as `/sw.js`: one file whose name stays, so that browsers find its new versions. Beside it
 * `/build.json` names the file that the app begins with; the name changes with whatever the app is built of, which tells
 * an open page that there is another build (offline/new-build.ts).
 */
export function serviceWorker(): Plugin {
  return {
    name: 'duet:service-worker',
    apply: 'build',
    buildStart() {
      this.emitFile({ type: 'chunk', id: source('service-worker.ts'), fileName: 'sw.js' });
    },
    generateBundle(_options, bundle) {
      const asking = source('new-build.ts');
      const app = Object.values(bundle).find(
        (part) => part.type === 'chunk' && part.moduleIds.includes(asking),
      );
      if (!app) this.error('No file of the app asks for its build.');
      const worker = bundle['sw.js'];
      // The worker's group in vite.config.ts keeps its parts apart from the app, which would not run in it.
      if (worker?.type === 'chunk' && worker.imports.length > 0)
        this.error(`The service worker imports ${worker.imports.join(', ')}.`);
      const build = JSON.stringify({ app: `/${app.fileName}` });
      this.emitFile({ type: 'asset', fileName: 'build.json', source: build });
    },
  };
}
