import type { Plugin } from 'vite';
import { languageKey, themeKey } from '../src/device/storage-keys.ts';

/**
 * What theme/theme.ts does as a whole, as far as the first painted frame needs it. And says on the splash that the app could not
 * start, with a button to try again: here, because the app's own script may not have come, or not be understood by the browser.
 */
const source = `{
  let chosen = null;
  try { chosen = localStorage.getItem('${themeKey}'); } catch (error) {}
  const night = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = night ? 'dark' : 'light';
  let language = navigator.language.slice(0, 2);
  try { language = localStorage.getItem('${languageKey}') || language; } catch (error) {}
  const say = () => {
    const sentence = document.getElementById('failed-' + language) || document.getElementById('failed-en');
    if (!sentence) return;
    sentence.hidden = false;
    sentence.querySelector('button').onclick = () => location.reload();
  };
  addEventListener('error', ({ target }) => {
    if (target === window ? document.querySelector('#root > *') : target.type !== 'module') return;
    document.readyState === 'loading' ? document.addEventListener('DOMContentLoaded', say) : say();
  }, true);
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
      file = this.emitFile({ type: 'asset', name: 'theme.js', source: source.replaceAll(/\n\s*/g, '') });
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
