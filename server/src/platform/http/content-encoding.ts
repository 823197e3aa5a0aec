import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';

/** How the bytes of an answer may travel (RFC 9110, 8.4.1; RFC 8878). */
export type Encoding = 'br' | 'zstd' | 'gzip';

/** Shorter answers would hardly shrink, in bytes. */
export const compressFrom = 1024;

/** About a third of a millisecond for a page of the feed; the highest would take fifty times as long. */
export const brotliQuality = 4;
export const gzipLevel = 6;

const toBrotli = promisify(brotliCompress);
const toZstd = promisify(zstdCompress);
const toGzip = promisify(gzip);

/** Compresses in Node's pool of threads. */
export const encoders: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) => toBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
  zstd: (bytes) => toZstd(bytes),
  gzip: (bytes) => toGzip(bytes, { level: gzipLevel }),
};

/** Where a header takes it: its name, with a weight that is not zero. */
const takes = (name: Encoding): RegExp =>
  new RegExp(`(?:^|,)\\s*${name}\\s*(?:$|,|;(?!(?:[^,]*;)?\\s*q=0(?:\\.0*)?\\s*(?:$|,)))`, 'i');
const taken: Readonly<Record<Encoding, RegExp>> = {
  br: takes('br'),
  zstd: takes('zstd'),
  gzip: takes('gzip'),
};

/** The first of `offered` that `Accept-Encoding` takes; null for the bytes as they are. */
export function acceptedEncoding<E extends Encoding>(
  header: string | string[] | undefined,
  offered: readonly E[],
): E | null {
  if (header === undefined) return null;
  const accepted = String(header);
  return offered.find((encoding) => taken[encoding].test(accepted)) ?? null;
}
