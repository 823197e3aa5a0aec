import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MiB = 1024 * 1024;

/** A volume of its own that can really be filled, in memory; null where this process may not mount one. */
export function mountVolume(): (Disposable & { readonly folder: string }) | null {
  const folder = mkdtempSync(join(tmpdir(), 'duet-volume-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1300m', 'duet-test', folder], { stdio: 'ignore' });
    return {
      folder,
      [Symbol.dispose]() {
        execFileSync('umount', ['-l', folder]);
        rmSync(folder, { recursive: true, force: true });
      },
    };
  } catch {
    rmSync(folder, { recursive: true });
    return null;
  }
}

/** A disk that a test fills, and frees again. */
export interface Disk {
  fill(): Promise<void>;
  free(): Promise<void>;
}

/** Fills the volume to its last byte. */
export const realDisk = (folder: string): Disk => ({
  async fill() {
    await using handle = await open(join(folder, 'filler'), 'w');
    const bytes = Buffer.alloc(MiB, 1);
    for (const size of [MiB, 4096]) {
      while (
        await handle.write(bytes, 0, size).then(
          ({ bytesWritten }) => bytesWritten === size,
          () => false,
        )
      );
    }
  },
  free: () => rm(join(folder, 'filler')),
});
