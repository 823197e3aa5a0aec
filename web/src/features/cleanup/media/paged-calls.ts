import type { DirectoryUsage, MediaCleanup, MediaDirectory, MediaStats } from '@duet/contract/cleanup/shapes';
import { limits } from '@duet/contract/limits';

/** Repeats a call that says with `next` where it goes on; answers all its answers. */
export async function callAllPages<Part extends { readonly next?: string | undefined }>(
  ask: (after: string | undefined) => Promise<Part>,
): Promise<Part[]> {
  const parts = [await ask(undefined)];
  for (let after = parts[0]?.next; after !== undefined; after = parts.at(-1)?.next) {
    parts.push(await ask(after));
  }
  return parts;
}

/**
 * The same of calls that change something: where a later one fails, the answers of those before it are not forgotten.
 * Throws where the first one fails.
 */
export async function callPagesUntilFailure<Part extends { readonly next?: string | undefined }>(
  ask: (after: string | undefined) => Promise<Part>,
): Promise<{ readonly parts: readonly Part[]; readonly error: unknown }> {
  const parts: Part[] = [];
  try {
    await callAllPages(async (after) => {
      const part = await ask(after);
      parts.push(part);
      return part;
    });
    return { parts, error: null };
  } catch (error) {
    if (parts.length === 0) throw error;
    return { parts, error };
  }
}

/** Previews or executions of parts of the files as one of all. */
export function joinCleanups(parts: readonly MediaCleanup[]): MediaCleanup {
  const sum = (figure: 'removed' | 'savedSpace') =>
    parts.reduce((total, { stats }) => total + stats[figure], 0);
  const failed = parts.flatMap(({ failedFiles = [] }) => failedFiles);
  return {
    stats: { removed: sum('removed'), savedSpace: sum('savedSpace') },
    orphanedFiles: parts
      .flatMap(({ orphanedFiles }) => orphanedFiles)
      .toSorted((one, other) => other.age - one.age)
      .slice(0, limits.orphan.listed),
    ...(failed.length > 0 && { failedFiles: failed }),
    ...(parts.some(({ interrupted }) => interrupted) && { interrupted: true as const }),
  };
}

export function joinUsages(parts: readonly MediaStats[]): Partial<Record<MediaDirectory, DirectoryUsage>> {
  const joined: Partial<Record<MediaDirectory, DirectoryUsage>> = {};
  for (const { directories } of parts) {
    for (const [name, usage] of Object.entries(directories)) {
      const directory = name as MediaDirectory;
      const { fileCount = 0, totalSize = 0 } = joined[directory] ?? {};
      joined[directory] = {
        fileCount: fileCount + usage.fileCount,
        totalSize: totalSize + usage.totalSize,
      };
    }
  }
  return joined;
}
