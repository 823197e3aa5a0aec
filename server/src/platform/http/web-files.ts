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

interface Stored {
  readonly bytes: Buffer;
  /** The same as the build has compressed it. */
  readonly brotli?: Buffer | undefined;
}

/** A file of the built web app, as it is sent. */
class WebContent {
  readonly bytes: Buffer;
  readonly etag: string;
  readonly compressible: boolean;
  readonly #encoded = new Map<FileEncoding, Promise<Buffer>>();

  constructor(extension: string, { bytes, brotli }: Stored) {
    this.bytes = bytes;
    this.etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
    this.compressible = compressible.has(extension) && bytes.length > compressFrom;
    if (brotli) this.#encoded.set('br', Promise.resolve(brotli));
  }

  /** Compressed once, by the build or when first asked for. */
  encoded(encoding: FileEncoding): Promise<Buffer> {
    const known = this.#encoded.get(encoding);
    if (known) return known;
    const fresh = encoding === 'br' ? withBrotli(this.bytes) : promisify(gzip)(this.bytes, { level: 9 });
    this.#encoded.set(encoding, fresh);
    return fresh;
  }
}

/** Where a file of the built web app comes from: nothing that a request says ever becomes a path. */
export class WebFile {
  readonly type: string;
  /** Its name carries a hash of its content. */
  readonly immutable: boolean;
  readonly #extension: string;
  readonly #read: () => Promise<Stored>;
  #content: Promise<WebContent> | null = null;

  constructor(path: string, read: () => Promise<Stored>) {
    this.#extension = extname(path);
    this.#read = read;
    this.type = types[this.#extension] ?? 'application/octet-stream';
    this.immutable = path.startsWith('/assets/');
  }

  /** Read when it is first asked for, and held from then on; rejects where the file cannot be read. */
  content(): Promise<WebContent> {
    this.#content ??= this.#read().then(
      (stored) => new WebContent(this.#extension, stored),
      (error) => {
        this.#content = null;
        throw error;
      },
    );
    return this.#content;
  }
}

const withBrotli = (content: Buffer): Promise<Buffer> =>
  promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });

/**
 * The built files by their address; none where the web app has not been built. Of those whose names stay the same from
 * build to build the content is read at once: a later build must not mix with this one.
 */
export async function readWebFiles(dirUrl: URL): Promise<ReadonlyMap<string, WebFile>> {
  const dir = fileURLToPath(dirUrl);
  const entries = await readdir(dir, { recursive: true, withFileTypes: true }).catch(() => []);
  const names = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const compressed = new Set(names.filter((name) => name.endsWith('.br')));
  const files = new Map<string, WebFile>();
  for (const name of names) {
    if (name.endsWith('.map') || compressed.has(name)) continue;
    const path = `/${relative(dir, name).split(sep).join('/')}`;
    const read = async () => ({
      bytes: await readFile(name),
      brotli: compressed.has(`${name}.br`) ? await readFile(`${name}.br`) : undefined,
    });
    files.set(path, new WebFile(path, read));
  }
  await Promise.all([...files.values()].filter((file) => !file.immutable).map((file) => file.content()));
  return files;
}
