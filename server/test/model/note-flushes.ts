// Loaded by `--import` into a server of a test before anything else: tells `DurableFiles` what the server flushes.
import fs from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { DurableFiles } from './durable-files.ts';

const { NOTE_FLUSHES_OF: root = '', NOTE_FLUSHES_IN: folder = '' } = process.env;
const { fstatSync, fsyncSync, readlinkSync } = fs;
const durable = new DurableFiles(folder);
const handle = await open(import.meta.filename);
const prototype: FileHandle = Object.getPrototypeOf(handle);
await handle.close();

/** What to call when the flush has ended. */
function flushing(fd: number): () => void {
  const open = `/proc/self/fd/${fd}`;
  const path = readlinkSync(open);
  const found = fstatSync(fd);
  const isWatched = path.startsWith(root) && found.nlink > 0;
  return isWatched ? durable.flushing(open, path, found.isDirectory(), found.ino) : () => {};
}

for (const name of ['sync', 'datasync'] as const) {
  const flush = prototype[name];
  prototype[name] = async function (this: FileHandle) {
    const done = flushing(this.fd);
    await flush.call(this);
    done();
  };
}
fs.fsyncSync = (fd) => {
  const done = flushing(fd);
  fsyncSync(fd);
  done();
};
syncBuiltinESMExports();
