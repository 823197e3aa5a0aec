import type { Plugin } from 'vite';

/**
 * @ionic/react is one module whose classes for tabs, back button, nav and icons no bundler may drop. Duet uses none
 * of them (its icons are React components), so their elements are replaced by nothing: 20 KB gzip less on each
 * first page.
 */
const unused =
  /^(@ionic\/core\/components\/ion-(back-button|tab-bar|tab-button|tabs|tab|nav|nav-link)\.js|ionicons\/components\/ion-icon\.js)$/;
const empty = '\0unused-ionic-element';

export function unusedIonic(): Plugin {
  return {
    name: 'duet:unused-ionic',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id, importer) => (unused.test(id) && importer?.includes('@ionic/react') ? empty : null),
    load: (id) =>
      id === empty
        ? 'export const defineCustomElement = () => {}; export class IonTab {} export class IonNavLink {}'
        : null,
  };
}
