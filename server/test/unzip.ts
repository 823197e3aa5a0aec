import { buffer } from 'node:stream/consumers';
import yauzl from 'yauzl';

/** Every file of a zip by its name; throws where a length or a checksum is not what the zip says. */
export async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  const zip = await yauzl.fromBufferPromise(bytes);
  for await (const entry of zip.eachEntry()) {
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  }
  return files;
}
