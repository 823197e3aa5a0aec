// What the native app's copy of the web app has otherwise than the site's own.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The app's own files; on iOS their scheme is not one that every web view takes for `'self'`. */
const own = "'self' capacitor://localhost";

/**
 * The content security policy of the app's page. The site sends one with each page; in the app there is no server to
 * send it, so it stands in the page. Styles are not bound to a nonce, which would be the same in every copy.
 * @param {string} site the origin of the API and the media
 */
function nativePolicy(site) {
  return [
    "default-src 'none'",
    `script-src ${own}`,
    `style-src ${own} 'unsafe-inline'`,
    `img-src ${own} blob: data: ${site}`,
    `media-src ${own} blob: ${site}`,
    `connect-src ${own} blob: data: ${site}`,
    `font-src ${own}`,
    `worker-src ${own}`,
    "base-uri 'none'",
    "form-action 'none'",
    "object-src 'none'",
    "frame-src 'none'",
  ].join('; ');
}

/**
 * Makes a built web app that of the native app: no manifest and no service worker, its policy in the page.
 * @param {string} folder
 * @param {string} site
 */
export function makeNative(folder, site) {
  for (const name of ['sw.js', 'manifest.webmanifest']) rmSync(join(folder, name), { force: true });
  const file = join(folder, 'index.html');
  const page = readFileSync(file, 'utf8')
    .replace(/\s*<link rel="manifest"[^>]*>/, '')
    .replace(/\s*<meta name="csp-nonce"[^>]*>/, '')
    .replace(
      '<head>',
      `<head>\n    <meta http-equiv="Content-Security-Policy" content="${nativePolicy(site)}" />`,
    );
  writeFileSync(file, page);
}
