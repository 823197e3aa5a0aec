import type { OrphanedFile } from '@duet/contract/cleanup/shapes';

/** A file and the smaller sizes that were made of it, as far as they are orphans. */
export interface OrphanGroup {
  /** The largest of them: the file itself where it is an orphan as well. */
  readonly file: OrphanedFile;
  readonly sizes: readonly OrphanedFile[];
  /** Bytes of all. */
  readonly size: number;
  /** What can be shown of it in little, or null where it is no picture. */
  readonly picture: OrphanedFile | null;
}

/** `ab….jpg`, `ab…_thumb.jpg` and `ab…_thumb_640.webp` are sizes of the same (server/src/platform/storage/keys.ts). */
const stemOf = ({ directory, filename }: OrphanedFile): string =>
  `${directory}/${filename.replace(/(_thumb(_\d+)?)?\.\w+$/, '')}`;

const isSmaller = ({ filename }: OrphanedFile): boolean => /_thumb(_\d+)?\.\w+$/.test(filename);
const isPicture = ({ filename }: OrphanedFile): boolean => /\.(jpe?g|png|webp|gif|avif)$/.test(filename);

/** More bytes than this are not fetched to show a picture of 48 px. */
const mostForPicture = 1024 ** 2;

/** One group for each file, in the order in which they came. */
export function groupOrphans(files: readonly OrphanedFile[]): OrphanGroup[] {
  const groups = new Map<string, OrphanedFile[]>();
  for (const file of files) {
    const group = groups.get(stemOf(file));
    if (group) group.push(file);
    else groups.set(stemOf(file), [file]);
  }
  return [...groups.values()].map((group) => {
    const file = group.find((one) => !isSmaller(one)) ?? (group[0] as OrphanedFile);
    const smallest = group.filter(isPicture).toSorted((one, other) => one.size - other.size)[0];
    return {
      file,
      sizes: group.filter((one) => one !== file),
      size: group.reduce((total, { size }) => total + size, 0),
      picture: smallest && smallest.size <= mostForPicture ? smallest : null,
    };
  });
}
