import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { layered, layerOrder } from './cascade-layers.ts';

const styles = ['tokens.css', 'splash.css'].map((name) =>
  fileURLToPath(new URL(`../src/theme/${name}`, import.meta.url)),
);

/** A stylesheet of the app, which holds back what stands below it. */
const stylesheet = /\s*<link rel="stylesheet"[^>]*>/g;

/**
 * Shows the splash as soon as the page itself has come: its styles stand in the page, and the app's stylesheet below
 * the splash, where it holds back the app alone. What stands in the page is left out of the app's stylesheet.
 */
export function splashFirst(): Plugin {
  return {
    name: 'duet:splash-first',
    apply: 'build',
    enforce: 'pre',
    load: { handler: (id) => (styles.includes(id) ? '' : null) },
    transformIndexHtml: {
      order: 'post',
      async handler(html) {
        const links = (html.match(stylesheet) ?? []).join('');
        const css = (
          await Promise.all(styles.map(async (path) => layered(await readFile(path, 'utf8'), path)))
        ).join('');
        return {
          html: html
            .replaceAll(stylesheet, '')
            .replace('<div id="root">', () => `${links.trim()}\n    <div id="root">`),
          tags: [{ tag: 'style', attrs: { nonce: '' }, children: layerOrder + small(css), injectTo: 'head' }],
        };
      },
    },
  };
}

/** Without comments and the space that only people need. */
const small = (css: string) =>
  css
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\s*([{};,])\s*/g, '$1');
