import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/**
 * A module of the web app with all that it imports, as one script for a page of its own: its exports are the properties
 * of the global `name`.
 */
export async function bundled(path: string, name: string): Promise<string> {
  const entry = fileURLToPath(new URL(`../../web/src/${path}`, import.meta.url));
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, minify: false, lib: { entry, formats: ['iife'], name, fileName: 'bundled' } },
  });
  const [output] = [built].flat();
  if (!output || !('output' in output)) throw new Error(`${path} was not built`);
  return output.output.map((part) => (part.type === 'chunk' ? part.code : '')).join('');
}
