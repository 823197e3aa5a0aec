import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An empty folder, gone when disposed. */
export function temporaryDir(): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), 'duet-test-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}
