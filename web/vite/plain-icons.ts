import type { Plugin } from 'vite';

const asked = /createLucideIcon\.mjs$/;
const plain = '\0plain-icons';

/** The `createLucideIcon` of lucide-react for icons that take `size` and what an `<svg>` takes. */
const source = `import { createElement } from 'react';
const common = {
  xmlns: 'http://www.w3.org/2000/svg',
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
  'aria-hidden': true,
};
export default function createLucideIcon({ node }) {
  const lines = node.map(([tag, attributes]) => createElement(tag, attributes));
  return ({ size = 24, ...rest }) => createElement('svg', { ...common, width: size, height: size, ...rest }, lines);
}
`;

/**
 * Draws the icons without what lucide-react does for each of them at each rendering (names of attributes, classes, a
 * context): with a feed's hundred icons it took a phone a tenth of a second.
 */
export function plainIcons(): Plugin {
  return {
    name: 'duet:plain-icons',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id, importer) =>
      asked.test(id) && importer?.includes('/lucide-react/') ? { id: plain, moduleSideEffects: false } : null,
    load: (id) => (id === plain ? source : null),
  };
}
