import { Readable } from 'node:stream';
import type { Language } from '@duet/contract/texts/texts';
import yazl from 'yazl';
import type { Context } from '../platform/context.ts';
import type { Viewer } from '../platform/http/handler.ts';
import { archivePath, dataOf, jsonLines } from './data.ts';
import { pageOf } from './page.ts';
import { pagesOf } from './pages.ts';
import { listMedia } from './store.ts';

/**
 * A zip of all that is somebody's: a page to read, data for programs, pictures and videos. It is made while it is read:
 * texts come from the database a page at a time, files from the store one after the other. Destroying it frees all.
 */
export function archiveOf(context: Context, viewer: Viewer, language: Language): Readable {
  const zip = new yazl.ZipFile();
  const archive = zip.outputStream as Readable;
  let reading: Readable | null = null;
  const add = (name: string, compress: boolean, at: number, open: () => Promise<Readable | null>) => {
    zip.addReadStreamLazy(name, { compress, mtime: new Date(at) }, (use) => {
      open()
        .then((stream) => {
          // A file that was deleted meanwhile leaves its name with nothing in it.
          reading = stream ?? Readable.from([]);
          if (archive.destroyed) reading.destroy();
          use(null, reading);
        })
        .catch((error: unknown) => use(error, Readable.from([])));
    });
  };
  zip.on('error', (error: Error) => archive.destroy(error));
  archive.once('close', () => reading?.destroy());

  const now = context.clock.now();
  const text = (lines: () => AsyncGenerator<string>) => async () =>
    Readable.from(lines(), { objectMode: false });
  add(
    'index.html',
    true,
    now,
    text(() => pageOf(context, viewer, language)),
  );
  for (const [kind, entries] of Object.entries(dataOf(context, viewer))) {
    add(
      `data/${kind}.json`,
      true,
      now,
      text(() => jsonLines(entries())),
    );
  }
  addMedia(context, viewer, add)
    .then(() => zip.end())
    .catch((error: Error) => archive.destroy(error));
  return archive;
}

type Add = (name: string, compress: boolean, at: number, open: () => Promise<Readable | null>) => void;

/** Pictures and videos are compressed as they are. */
async function addMedia({ db, storage }: Context, viewer: Viewer, add: Add): Promise<void> {
  for await (const page of pagesOf((window) => listMedia(db.scan, viewer, window))) {
    for (const { path, created_at } of page)
      add(archivePath(path), false, created_at, () => storage.open(path));
  }
}
