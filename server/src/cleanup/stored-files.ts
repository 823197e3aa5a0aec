import { mediaDirectories } from '@duet/contract/cleanup/constants';
import type { DirectoryUsage, MediaDirectory } from '@duet/contract/cleanup/shapes';
import type { Context } from '../platform/context.ts';
import type { StoredObject } from '../platform/storage/storage.ts';

const pageSize = 1000;

/** All that lies in a folder of the store, page by page, in the order of the keys. */
export async function* storedPages(
  { storage }: Pick<Context, 'storage'>,
  directory: MediaDirectory,
): AsyncGenerator<readonly StoredObject[]> {
  let after: string | null = '';
  while (after !== null) {
    const page = await storage.list(directory, { after, limit: pageSize });
    yield page.objects;
    after = page.next;
  }
}

/** How many files lie in each folder, and how many bytes they have. */
export async function mediaUsage(context: Context): Promise<Record<MediaDirectory, DirectoryUsage>> {
  const usages = await Promise.all(
    mediaDirectories.map(async (directory) => {
      const usage = { fileCount: 0, totalSize: 0 };
      for await (const objects of storedPages(context, directory)) {
        usage.fileCount += objects.length;
        for (const { size } of objects) usage.totalSize += size;
      }
      return [directory, usage] as const;
    }),
  );
  return Object.fromEntries(usages) as Record<MediaDirectory, DirectoryUsage>;
}
