import { persistedFiles } from '../../../device/persisted-files.ts';

/**
 * Gives picked files the names under which another form looks for them; they are uploaded from there. Answers those that
 * this device keeps under both.
 */
export async function copyFiles(keys: readonly string[], from: string, to: string): Promise<string[]> {
  const copied: string[] = [];
  for (const key of keys) {
    const file = await persistedFiles.get(`${from}/${key}`);
    if (file && (await persistedFiles.put(`${to}/${key}`, file))) copied.push(key);
  }
  return copied;
}
