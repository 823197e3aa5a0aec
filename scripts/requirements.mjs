// `npm run requirements`: which requirements have no test.
import { exec } from './exec.mjs';
import { install } from './install.mjs';
import { command } from './project.mjs';

await command(async () => {
  await install({ dev: true });
  exec(['structure/requirements-list.ts']);
});
