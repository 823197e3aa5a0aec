import type { Plugin } from 'vite';
import { themeKey } from '../src/device/storage-keys.ts';

/** What theme/theme.ts does as a whole, as far as the first painted frame needs it. */
const source = `{
  let chosen = null;
  try { chosen = localStorage.getItem('${themeKey}'); } catch {}
  const night = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = night ? 'dark' : 'light';
}
`;

/**
 * Knows the theme before anything is painted: a small script that the page waits for, in a file of its own because
 * the page's policy allows no script inside it. It is the first that the page asks for.
 */
export function themeFirst(): Plugin {
  let file = '';
  return {
    name: 'duet:theme-first',
    apply: 'build',
    buildStart() {
      file = this.emitFile({ type: 'asset', name: 'theme.js', source });
    },
    generateBundle() {
      file = this.getFileName(file);
    },
    transformIndexHtml: {
      order: 'post',
      handler: () => [{ tag: 'script', attrs: { src: `/${file}` }, injectTo: 'head-prepend' }],
    },
  };
}
