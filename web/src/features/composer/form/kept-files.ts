import { persistedFiles } from '../../../device/persisted-files.ts';

/**
 * Gives picked files the names under which another form looks for them; they are uploaded from there. Answers the keys of those
 * that this device has, or null where it refused one a second name: the first is its only copy.
 */
export async function copyFiles(
  keys: readonly string[],
  from: string,
  to: string,
): Promise<ReadonlySet<string> | null> {
  const copied = new Set<string>();
  for (const key of keys) {
    const file = await persistedFiles.get(`${from}/${key}`);
    if (!file) continue;
    if (!(await persistedFiles.put(`${to}/${key}`, file))) return null;
    copied.add(key);
  }
  return copied;
}
