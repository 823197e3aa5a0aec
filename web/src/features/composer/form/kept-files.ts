import { persistedFiles } from '../../../device/persisted-files.ts';

/**
 * Gives picked files the names under which another form looks for them; they are uploaded from there. Answers false where this
 * device has one and refused it a second name: the first is its only copy. One that it has not is no obstacle.
 */
export async function copyFiles(keys: readonly string[], from: string, to: string): Promise<boolean> {
  for (const key of keys) {
    const file = await persistedFiles.get(`${from}/${key}`);
    if (file && !(await persistedFiles.put(`${to}/${key}`, file))) return false;
  }
  return true;
}
