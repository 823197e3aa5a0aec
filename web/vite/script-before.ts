import { fileURLToPath } from 'node:url';
import type { HtmlTagDescriptor, Plugin } from 'vite';

interface ScriptBefore {
  /** Of the file that is built; a group of the same name in vite.config.ts keeps it apart from the app. */
  readonly name: string;
  /** From the web app's folder: `/src/…`. */
  readonly source: string;
  /** Runs as soon as it has come, whatever else is on its way. */
  readonly async?: boolean;
  readonly inDevelopment?: boolean;
}

/** Loads a script of its own before the app's. What it imports is asked for together with it. */
export function scriptBefore({ name, source, async = false, inDevelopment = false }: ScriptBefore): Plugin {
  let building = false;
  const script = (src: string): HtmlTagDescriptor => ({
    tag: 'script',
    attrs: { type: 'module', async, src },
    injectTo: 'head-prepend',
  });
  const preload = (file: string): HtmlTagDescriptor => ({
    tag: 'link',
    attrs: { rel: 'modulepreload', href: `/${file}` },
    injectTo: 'head-prepend',
  });
  return {
    name: `duet:${name}-before`,
    configResolved(config) {
      building = config.command === 'build';
    },
    buildStart() {
      if (!building) return;
      const id = fileURLToPath(new URL(`..${source}`, import.meta.url));
      this.emitFile({ type: 'chunk', id, name });
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        if (!building) return inDevelopment ? [script(source)] : [];
        const chunk = Object.values(bundle ?? {}).find(
          (part) => part.type === 'chunk' && part.isEntry && part.name === name,
        );
        if (chunk?.type !== 'chunk') throw new Error(`The script ${name} was not built.`);
        const [only, ...others] = chunk.imports;
        // Where it does nothing but load the chunk that its code went to, the page asks for that one itself.
        if (only && others.length === 0 && /^import\s*"[^"]+";?\s*$/.test(chunk.code))
          return [script(`/${only}`)];
        return [script(`/${chunk.fileName}`), ...chunk.imports.map(preload)];
      },
    },
  };
}
