// `npm run bench -- <scenario>`: see bench/.
import { buildWeb } from './build.mjs';
import { handOver } from './hand-over.mjs';
import { install } from './install.mjs';
import { command } from './project.mjs';

await command(async () => {
  await install({ dev: true });
  await buildWeb();
  handOver(['bench/main.ts', ...process.argv.slice(2)]);
});
