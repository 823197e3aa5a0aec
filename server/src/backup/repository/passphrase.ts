import { readFile } from 'node:fs/promises';
import { BackupFault } from '../fault.ts';

/** The first line of the file; null without one. Throws a `BackupFault` where it cannot be read or is too short. */
export async function passphraseIn(file: string | null): Promise<string | null> {
  if (file === null) return null;
  const text = await readFile(file, 'utf8').catch((cause: Error) => {
    throw new BackupFault(`${file} cannot be read: ${cause.message}`, { cause, reason: 'noAccess' });
  });
  const passphrase = text.split(/\r?\n/, 1)[0] ?? '';
  if (passphrase.length < 8) throw new BackupFault(`The passphrase in ${file} has fewer than 8 characters.`);
  return passphrase;
}
