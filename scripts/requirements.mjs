// `npm run requirements`: which requirements have no test.
import { handOver } from './hand-over.mjs';
import { install } from './install.mjs';
import { command } from './project.mjs';

await command(async () => {
  await install({ dev: true });
  handOver(['structure/requirements-list.ts']);
});
