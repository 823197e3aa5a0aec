import { writeFileSync } from 'node:fs';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { temporaryDir } from '../../../test/temporary-dir.ts';
import { readWebFiles } from './web-files.ts';

it('sends what the build has compressed, which is no file of its own', async () => {
  using dir = temporaryDir();
  const [script, other] = ['a'.repeat(2000), 'b'.repeat(2000)];
  writeFileSync(`${dir.path}/a.js`, script);
  writeFileSync(`${dir.path}/a.js.br`, brotliCompressSync('as the build made it'));
  writeFileSync(`${dir.path}/a.js.map`, '{}');
  writeFileSync(`${dir.path}/b.js`, other);
  const files = await readWebFiles(new URL(`file://${dir.path}/`));
  expect([...files.keys()].toSorted()).toEqual(['/a.js', '/b.js']);
  const sent = async (path: string) =>
    brotliDecompressSync((await files.get(path)?.encoded('br')) ?? '').toString();
  expect(await sent('/a.js')).toBe('as the build made it');
  expect(await sent('/b.js')).toBe(other);
  expect((await files.get('/a.js')?.encoded('gzip'))?.length).toBeLessThan(100);
});
