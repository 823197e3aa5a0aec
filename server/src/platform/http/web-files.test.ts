import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
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
    brotliDecompressSync((await (await files.get(path)?.content())?.encoded('br')) ?? '').toString();
  expect(await sent('/a.js')).toBe('as the build made it');
  expect(await sent('/b.js')).toBe(other);
  expect((await (await files.get('/a.js')?.content())?.encoded('gzip'))?.length).toBeLessThan(100);
});

it('reads what the build names by its content when it is first asked for, and what keeps its name at once', async () => {
  using dir = temporaryDir();
  mkdirSync(`${dir.path}/assets`);
  writeFileSync(`${dir.path}/index.html`, 'this build');
  writeFileSync(`${dir.path}/assets/a-1.js`, 'a');
  const files = await readWebFiles(new URL(`file://${dir.path}/`));
  const textOf = async (path: string) => (await files.get(path)?.content())?.bytes.toString();
  writeFileSync(`${dir.path}/index.html`, 'a later build');
  expect(await textOf('/index.html')).toBe('this build');
  rmSync(`${dir.path}/assets/a-1.js`);
  await expect(textOf('/assets/a-1.js')).rejects.toThrow('ENOENT');
  writeFileSync(`${dir.path}/assets/a-1.js`, 'back');
  expect(await textOf('/assets/a-1.js')).toBe('back');
  rmSync(`${dir.path}/assets/a-1.js`);
  expect(await textOf('/assets/a-1.js')).toBe('back');
});
