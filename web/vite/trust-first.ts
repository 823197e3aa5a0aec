import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const source = '/src/trust/policies.ts';

/**
 * Loads DOMPurify and the Trusted Types policies in a script of their own before the app's: whatever a library does
 * while it is evaluated already meets the policies, and there is one DOMPurify for everybody (two of them would ask
 * for the same policy name, and the second is refused).
 */
export function trustFirst(): Plugin {
  let building = false;
  return {
    name: 'duet:trust-first',
    configResolved(config) {
      building = config.command === 'build';
    },
    buildStart() {
      if (!building) return;
      const id = fileURLToPath(new URL(`..${source}`, import.meta.url));
      this.emitFile({ type: 'chunk', id, name: 'trust' });
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const chunk = Object.values(bundle ?? {}).find(
          (part) => part.type === 'chunk' && part.name === 'trust',
        );
        const src = chunk ? `/${chunk.fileName}` : source;
        return [{ tag: 'script', attrs: { type: 'module', src }, injectTo: 'head-prepend' }];
      },
    },
  };
}
