import { fileURLToPath } from 'node:url';
import type { HtmlTagDescriptor, Plugin } from 'vite';

interface ScriptBefore {
  /** Of the file that is built; a group of the same name in vite.config.ts keeps it apart from the app. */
  readonly name: string;
  /** From the web app's folder: `/src/…`. */
  readonly source: string;
  /** What of it is loaded in development, where the app's modules come one by one. */
  readonly inDevelopment: string;
}

/** Loads a script of its own before the app's, which runs as soon as it has come. What it imports is asked for together with it. */
export function scriptBefore({ name, source, inDevelopment }: ScriptBefore): Plugin {
  let building = false;
  const script = (src: string): HtmlTagDescriptor => ({
    tag: 'script',
    // The app imports the built chunk, and so waits for it; in development it waits for what stands before it.
    attrs: { type: 'module', async: building, src },
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
        if (!building) return [script(inDevelopment)];
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
