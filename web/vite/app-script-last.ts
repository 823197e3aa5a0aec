import type { Plugin } from 'vite';

/** The script that Vite puts into the page: the app. */
const appScript = /<script type="module" crossorigin(?= src=)/;

/**
 * Gives the line to what the app's script is of no use without: it is the largest by far, and the splash, the styles,
 * the texts and the first call would share the line with it.
 */
export function appScriptLast(): Plugin {
  return {
    name: 'duet:app-script-last',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        if (!appScript.test(html)) throw new Error('The page has no script of the app.');
        return html.replace(appScript, '$& fetchpriority="low"');
      },
    },
  };
}
