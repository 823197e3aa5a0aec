import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import yauzl from 'yauzl';

/** Unpacks a zip as a person does; answers the names of its files. */
export async function unzip(path: string, into: string): Promise<string[]> {
  const names: string[] = [];
  const zip = await yauzl.openPromise(path);
  for await (const entry of zip.eachEntry()) {
    const file = join(into, entry.fileName);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, await buffer(await zip.openReadStreamPromise(entry)));
    names.push(entry.fileName);
  }
  return names;
}
