import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { compressFrom, type Encoding } from './content-encoding.ts';

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};
const compressible = new Set(['.js', '.mjs', '.css', '.json', '.webmanifest', '.svg', '.txt', '.wasm']);

type FileEncoding = Extract<Encoding, 'br' | 'gzip'>;

/** A file of the built web app, held in memory: nothing that a request says ever becomes a path. */
export class WebFile {
  readonly content: Buffer;
  readonly type: string;
  readonly etag: string;
  /** Its name carries a hash of its content. */
  readonly immutable: boolean;
  readonly compressible: boolean;
  readonly #encoded = new Map<FileEncoding, Promise<Buffer>>();

  /** `brotli` is the content as the build has compressed it. */
  constructor(path: string, content: Buffer, brotli?: Buffer) {
    const extension = extname(path);
    this.content = content;
    this.type = types[extension] ?? 'application/octet-stream';
    this.etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
    this.immutable = path.startsWith('/assets/');
    this.compressible = compressible.has(extension) && content.length > compressFrom;
    if (brotli) this.#encoded.set('br', Promise.resolve(brotli));
  }

  /** Compressed once, by the build or when first asked for. */
  encoded(encoding: FileEncoding): Promise<Buffer> {
    const known = this.#encoded.get(encoding);
    if (known) return known;
    const fresh = encoding === 'br' ? withBrotli(this.content) : promisify(gzip)(this.content, { level: 9 });
    this.#encoded.set(encoding, fresh);
    return fresh;
  }
}

const withBrotli = (content: Buffer): Promise<Buffer> =>
  promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });

/** The built files by their address; none where the web app has not been built. */
export async function readWebFiles(dirUrl: URL): Promise<ReadonlyMap<string, WebFile>> {
  const dir = fileURLToPath(dirUrl);
  const entries = await readdir(dir, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const compressed = new Set(files.filter((file) => file.endsWith('.br')));
  const shown = files.filter((file) => !file.endsWith('.map') && !compressed.has(file));
  return new Map(
    await Promise.all(
      shown.map(async (file) => {
        const path = `/${relative(dir, file).split(sep).join('/')}`;
        const brotli = compressed.has(`${file}.br`) ? await readFile(`${file}.br`) : undefined;
        return [path, new WebFile(path, await readFile(file), brotli)] as const;
      }),
    ),
  );
}
