import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/**
 * The cascade layers, weakest first. A rule of a later layer wins over one of an earlier layer whatever their
 * specificity and whichever file is loaded first. The folders below src stand in the order of their imports: who passes a
 * `className` to a component is stronger than the component.
 */
export const layers = [
  'theme',
  'vendor',
  'ui',
  'session',
  'features',
  'screens',
  'app',
  'overrides',
] as const;
type Layer = (typeof layers)[number];

/** Stands before every other style of a page: the first mention of a layer gives it its place. */
export const layerOrder = `@layer ${layers.join(',')};`;

const source = fileURLToPath(new URL('../src', import.meta.url));
const names = new Set<string>(layers);

/**
 * The layer of a style sheet: `overrides` for theme/overrides, else the folder of src in which it lies. The
 * styles of a package's component (lightbox, cropper) are stronger than the theme: they would else lose to its
 * `img { max-width: 100% }`. Throws where a folder has no layer.
 */
export function layerOf(file: string): Layer {
  if (file.includes('/node_modules/')) return 'vendor';
  const [folder = '', below] = relative(source, file).split('/');
  const name = folder === 'theme' && below === 'overrides' ? below : folder;
  if (!names.has(name)) throw new Error(`${file} lies in no folder that has a layer.`);
  return name as Layer;
}

/** The sheet's rules within its layer. What may stand only at the top of a sheet is refused. */
export function layered(css: string, file: string): string {
  if (/@(import|charset|namespace|layer)\b/.test(css))
    throw new Error(
      `${file} cannot be put into a layer as a whole: it has an @import, @charset, @namespace or @layer.`,
    );
  // On the same line, so that line numbers stay those of the file.
  return `@layer ${layerOf(file)}{${css}}`;
}

/**
 * Puts every style sheet into the cascade layer of its folder, in development and in the build alike, and the order of the
 * layers into the page's head: the order in which the bundler emits and the browser loads sheets decides nothing
 * between two layers.
 */
export function cascadeLayers(): Plugin {
  return {
    name: 'duet:cascade-layers',
    enforce: 'pre',
    transform: {
      filter: { id: /\.css(\?|$)/ },
      handler: (css, id) => ({ code: layered(css, id.replace(/\?.*$/, '')), map: null }),
    },
    transformIndexHtml: {
      order: 'post',
      // In the build it stands in the page's own style (splash-first.ts).
      handler: (_html, { server }) =>
        server ? [{ tag: 'style', children: layerOrder, injectTo: 'head-prepend' }] : [],
    },
  };
}
