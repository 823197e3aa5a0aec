import { readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Plugin } from 'vite';

const text = new Set(['.js', '.css']);
/** Smaller ones travel as they are. */
const leastBytes = 1024;

const smallest = (content: Buffer): Promise<Buffer> =>
  promisify(brotliCompress)(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });

/**
 * Writes each file of the app once more beside itself, as small as Brotli makes it (`name.js.br`): a tenth less than
 * what a server could do while somebody waits. A native app has its files on the phone and needs none.
 */
export function compressed(): Plugin {
  return {
    name: 'duet:compressed',
    apply: (_, { command }) => command === 'build' && !process.env.VITE_API_BASE,
    async writeBundle({ dir = '' }, bundle) {
      const files = Object.keys(bundle).filter((name) => text.has(extname(name)));
      await Promise.all(
        files.map(async (name) => {
          const content = await readFile(join(dir, name));
          if (content.length > leastBytes) await writeFile(join(dir, `${name}.br`), await smallest(content));
        }),
      );
    },
  };
}
