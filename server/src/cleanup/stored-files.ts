import { mediaDirectories } from '@duet/contract/cleanup/constants';
import type { MediaDirectory, MediaStats } from '@duet/contract/cleanup/shapes';
import type { Context } from '../platform/context.ts';
import type { StoredObject } from '../platform/storage/storage.ts';

const pageSize = 1000;

/** How long a call looks through files before it answers with where to go on. */
export const scanMs = 15_000;

export interface Walk {
  readonly directories: readonly MediaDirectory[];
  /** A key: go on behind it. */
  readonly after?: string | undefined;
}

export interface StoredPage {
  readonly directory: MediaDirectory;
  /** In the order of their keys; those of one picture are never parted. */
  readonly objects: readonly StoredObject[];
  /** The last of them. */
  readonly last: string;
}

/** All that lies in these folders of the store, page by page; no more than a page is held in memory. */
export async function* walkStored(
  { storage }: Pick<Context, 'storage'>,
  { directories, after = '' }: Walk,
): AsyncGenerator<StoredPage> {
  const inOrder = mediaDirectories.filter((directory) => directories.includes(directory));
  const from = inOrder.findIndex((directory) => after.startsWith(`${directory}/`));
  for (const directory of inOrder.slice(Math.max(0, from))) {
    let held: StoredObject[] = [];
    let behind: string | null = after.startsWith(`${directory}/`) ? after : '';
    while (behind !== null) {
      const page = await storage.list(directory, { after: behind, limit: pageSize });
      behind = page.next;
      const objects = [...held, ...page.objects];
      const cut = behind === null ? objects.length : objects.findIndex(isLikeLast(objects));
      held = objects.slice(cut);
      const whole = objects.slice(0, cut);
      const last = whole.at(-1)?.key;
      if (last !== undefined) yield { directory, objects: whole, last };
    }
  }
}

/** `photos/ab/ab…` without what distinguishes the files of one picture. */
const stemOf = (key: string): string => /^[^_.]*/.exec(key)?.[0] ?? key;

function isLikeLast(objects: readonly StoredObject[]): (object: StoredObject) => boolean {
  const stem = stemOf(objects.at(-1)?.key ?? '');
  return ({ key }) => stemOf(key) === stem;
}

const nothing = { fileCount: 0, totalSize: 0 };

/** How many files lie in each folder and how many bytes they have, as far as the time allows. */
export async function mediaUsage(context: Context, after?: string): Promise<MediaStats> {
  const until = context.clock.now() + scanMs;
  const usages = { photos: { ...nothing }, videos: { ...nothing }, profile: { ...nothing } };
  let next: string | undefined;
  for await (const { directory, objects, last } of walkStored(context, {
    directories: mediaDirectories,
    after,
  })) {
    const usage = usages[directory];
    usage.fileCount += objects.length;
    for (const { size } of objects) usage.totalSize += size;
    if (context.clock.now() > until) {
      next = last;
      break;
    }
  }
  return next === undefined ? { directories: usages } : { directories: usages, next };
}
