import { escapeHtml } from '@duet/contract/posts/text/html-text';
import { accentCss } from '@duet/contract/site/accent';
import type { IconSize } from '../images/images.ts';
import { isOpen, type SiteSettings } from '../site/settings.ts';
import { mediaUrl } from '../storage/media-url.ts';

/** Where each size of the icon lies; null for the icons that come with the app. */
const iconUrl = ({ iconPaths }: SiteSettings, size: IconSize): string | null =>
  iconPaths ? mediaUrl(iconPaths[size]) : null;

/** What the app needs of the site before it has asked for anything (`web/src/session/site.ts` reads it). */
function siteOf({ name, accent, language, reading, joining, coverPath }: SiteSettings): string {
  const cover = coverPath ? mediaUrl(coverPath) : null;
  // Where not everybody reads, a guest is told this much and no more (decisions §8).
  return JSON.stringify({ name, accent, coverUrl: cover, reading, joining, language });
}

/**
 * The shell as this site looks: its name wherever the app says it before its own code runs, its icons and its accent, so that
 * neither shows another first. `nonce` is that of the page's policy.
 */
export function shellOf(shell: string, site: SiteSettings, nonce: string): string {
  const name = escapeHtml(site.name);
  const css = accentCss(site.accent);
  const head = [
    `<meta name="duet-site" content="${escapeHtml(siteOf(site))}">`,
    `<meta name="apple-mobile-web-app-title" content="${name}">`,
    ...(isOpen(site) ? [] : ['<meta name="robots" content="noindex">']),
    ...(css === '' ? [] : [`<style id="accent" nonce="${nonce}">${css}</style>`]),
  ].join('');
  return iconLinks(named(shell, name), site).replace('</head>', () => `${head}</head>`);
}

/** The name in place of the one that the build has; "Duet" itself is drawn, any other is written. */
function named(shell: string, name: string): string {
  const titled = shell.replace(/<title>[^<]*<\/title>/, () => `<title>${name}</title>`);
  if (name === 'Duet') return titled;
  return titled
    .replace(
      /<svg class="splash-name"[\s\S]*?<\/svg>/,
      () => `<div class="splash-name written">${name}</div>`,
    )
    .replaceAll('aria-label="Duet"', () => `aria-label="${name}"`)
    .replace('Duet could not be opened.', () => `${name} could not be opened.`)
    .replace('Duet nu a putut fi deschis.', () => `${name} nu a putut fi deschis.`);
}

function iconLinks(shell: string, site: SiteSettings): string {
  const [tab, home] = [iconUrl(site, '32'), iconUrl(site, '180')];
  if (tab === null || home === null) return shell;
  return shell
    .replace(/<link rel="icon"[^>]*>/, `<link rel="icon" href="${tab}" sizes="32x32" type="image/png">`)
    .replace(/<link rel="apple-touch-icon"[^>]*>/, `<link rel="apple-touch-icon" href="${home}">`);
}

/**
 * What the page of a site that not everybody reads says of itself: name and cover, the same at every address (decisions §8).
 * `origin` is where the site lives, '' where that is not known.
 */
export function closedHead({ name, coverPath }: SiteSettings, origin: string): string {
  const meta = (key: string, content: string) => `<meta property="${key}" content="${escapeHtml(content)}">`;
  return [
    meta('og:site_name', name),
    meta('og:type', 'website'),
    meta('og:title', name),
    ...(coverPath ? [meta('og:image', origin + mediaUrl(coverPath))] : []),
  ].join('');
}

/** The app's own icons, which notifications and older home screens name, and the size that takes their place. */
const replaced: Readonly<Record<string, IconSize>> = {
  '/icons/icon-180.png': '180',
  '/icons/icon-192.png': '192',
  '/icons/icon-512.png': '512',
  '/icons/icon-maskable-192.png': 'maskable-192',
  '/icons/icon-maskable-512.png': 'maskable-512',
};

/** Where the site's own icon lies that stands for this file of the app; null where there is none. */
export function iconInstead(path: string, site: SiteSettings): string | null {
  const size = replaced[path];
  return size ? iconUrl(site, size) : null;
}

/** `robots.txt`: `usual` where everybody reads, else nothing at all (RFC 9309). */
export const robotsOf = (usual: string, site: SiteSettings): string =>
  isOpen(site) ? usual : 'User-agent: *\nDisallow: /\n';

interface ManifestIcon {
  readonly src: string;
  readonly sizes: string;
  readonly type: string;
  readonly purpose: string;
}

/** The web manifest (https://www.w3.org/TR/appmanifest/) with the site's name, line and icon. */
export function manifestOf(built: string, site: SiteSettings): string {
  const manifest = JSON.parse(built) as Record<string, unknown> & { readonly icons: readonly ManifestIcon[] };
  const { name, line } = site;
  const { description, ...rest } = manifest;
  const icon = (size: IconSize, purpose: string): ManifestIcon => {
    const side = /\d+$/.exec(size)?.[0] ?? '';
    return { src: iconUrl(site, size) ?? '', sizes: `${side}x${side}`, type: 'image/png', purpose };
  };
  const own = [
    icon('192', 'any'),
    icon('512', 'any'),
    icon('maskable-192', 'maskable'),
    icon('maskable-512', 'maskable'),
  ];
  return JSON.stringify({
    ...rest,
    name,
    short_name: name,
    ...(isOpen(site) ? { description: line || description } : {}),
    icons: site.iconPaths ? own : manifest.icons,
  });
}
