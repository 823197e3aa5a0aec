// `npm run pack`: makes duet-<version>.tgz, which runs without building (docs/install.md).
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { vite } from './build.mjs';
import { exec } from './exec.mjs';
import { install } from './install.mjs';
import { command, root } from './project.mjs';

await command(async () => {
  await install({ dev: false });
  // Not web/dist, where parts of former builds lie for pages that are still open.
  const web = join(root, '.cache', 'packed-web');
  rmSync(web, { recursive: true, force: true });
  await vite(web);
  exec(['scripts/pack-files.mjs', web, ...process.argv.slice(2)], {
    flags: ['--disable-warning=ExperimentalWarning'],
  });
});
