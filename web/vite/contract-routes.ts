import { fileURLToPath } from 'node:url';
import { type Plugin, runnerImport } from 'vite';

const name = 'virtual:contract-routes';
const resolved = `\0${name}`;
const table = fileURLToPath(new URL('../../contract/src/endpoints.ts', import.meta.url));

interface Row {
  readonly method: string;
  readonly path: string;
}

/**
 * Gives the app the contract's methods and paths as plain data, so that no page has to load zod and every shape
 * to know where a call goes. The shapes reach the client as types only.
 */
export function contractRoutes(): Plugin {
  return {
    name: 'duet:contract-routes',
    resolveId: (id) => (id === name ? resolved : null),
    async load(id) {
      if (id !== resolved) return null;
      const { module, dependencies } = await runnerImport<{ endpoints: Record<string, Row> }>(table);
      for (const file of dependencies) this.addWatchFile(file);
      const rows = Object.entries(module.endpoints).map(([key, { method, path }]) => [key, [method, path]]);
      return `export default ${JSON.stringify(Object.fromEntries(rows))};`;
    },
    handleHotUpdate({ file, server }) {
      if (!file.includes('/contract/src/')) return;
      const module = server.moduleGraph.getModuleById(resolved);
      if (module) server.moduleGraph.invalidateModule(module);
    },
  };
}
