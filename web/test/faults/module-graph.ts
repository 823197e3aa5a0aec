import { fileURLToPath } from 'node:url';
import { createServer, type Plugin, type ViteDevServer } from 'vite';
import { contractRoutes } from '../../vite/contract-routes.ts';

const webFolder = fileURLToPath(new URL('../..', import.meta.url));

/** The parameters of every module, as Vite's transform for servers names what a module is given. */
const given = [
  '__vite_ssr_exports__',
  '__vite_ssr_import_meta__',
  '__vite_ssr_import__',
  '__vite_ssr_dynamic_import__',
  '__vite_ssr_exportAll__',
  '__vite_ssr_exportName__',
] as const;

/** Packages that every tab has instances of. */
const perTab = ['@duet', 'idb-keyval'];

type Exports = Record<string, unknown>;
type Evaluate = (...words: unknown[]) => Promise<void>;

const AsyncFunction = (async () => undefined).constructor as new (...words: string[]) => Evaluate;

/**
 * The app's own modules, transformed once and evaluated as often as somebody opens a tab: every tab has instances of its own,
 * whose global names (`fetch`, `localStorage`, `setTimeout` …) are parameters and not this process's.
 */
export class ModuleGraph implements AsyncDisposable {
  readonly #server: ViteDevServer;
  readonly #compiled = new Map<string, Promise<Evaluate | Exports>>();
  readonly #globals: readonly string[];

  /** How many modules are being transformed for the first time. */
  compiling = 0;

  private constructor(server: ViteDevServer, globals: readonly string[]) {
    this.#server = server;
    this.#globals = globals;
  }

  static async open(globals: readonly string[], plugins: Plugin[]): Promise<ModuleGraph> {
    const server = await createServer({
      configFile: false,
      root: webFolder,
      logLevel: 'error',
      plugins: [...plugins, contractRoutes()],
      server: { middlewareMode: true, watch: null, ws: false, hmr: false },
      ssr: { noExternal: ['idb-keyval'] },
      optimizeDeps: { noDiscovery: true, include: [] },
      appType: 'custom',
    });
    return new ModuleGraph(server, globals);
  }

  /** A new set of instances. `globals` stand in the order of the names. */
  instance(globals: readonly unknown[]): <Module>(path: string) => Promise<Module> {
    const loaded = new Map<string, Promise<Exports>>();
    const load = (url: string): Promise<Exports> => {
      const there = loaded.get(url);
      if (there) return there;
      const loading = evaluate(url);
      loaded.set(url, loading);
      return loading;
    };
    const evaluate = async (url: string): Promise<Exports> => {
      const compiled = await this.#compile(url);
      if (typeof compiled !== 'function') return compiled;
      const exports: Exports = {};
      const define = (name: string, get: () => unknown) =>
        Object.defineProperty(exports, name, { enumerable: true, configurable: true, get });
      const exportAll = (from: Exports) => {
        for (const name of Object.keys(from)) {
          if (name !== 'default' && !(name in exports)) define(name, () => from[name]);
        }
      };
      // As in a browser, where a module knows its whole address.
      const meta = { env: {}, url: new URL(url, 'http://app.test').href };
      await compiled(exports, meta, load, load, exportAll, define, ...globals);
      return exports;
    };
    return <Module>(path: string) => load(path) as Promise<Module>;
  }

  #compile(url: string): Promise<Evaluate | Exports> {
    const there = this.#compiled.get(url);
    if (there) return there;
    this.compiling += 1;
    const compiling = this.#transform(url).finally(() => {
      this.compiling -= 1;
    });
    this.#compiled.set(url, compiling);
    return compiling;
  }

  async #transform(url: string): Promise<Evaluate | Exports> {
    // What is installed is shared by all tabs; what is the app's own, or keeps something of a page, is not.
    if (!/^(\/|\0|virtual:)/.test(url)) return import(url);
    if (url.includes('/node_modules/') && !perTab.some((name) => url.includes(`/node_modules/${name}/`)))
      return import(url.replace(/^\/@fs/, ''));
    const id = url.replace(/^\/@id\/(__x00__)?/, (_, made) => (made ? '\0' : ''));
    const result = await this.#server.environments.ssr.transformRequest(id);
    if (!result) throw new Error(`${url} is no module`);
    return new AsyncFunction(...given, ...this.#globals, `'use strict';${result.code}\n//# sourceURL=${url}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.close();
  }
}
