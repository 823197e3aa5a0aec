import { chownSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** A command that root runs must not leave a file in the data folder that the server's account cannot open. */
export function keepOwner(path: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(dirname(path));
  chownSync(path, uid, gid);
}
