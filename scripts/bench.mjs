// `npm run bench -- <scenario>`: see bench/.
import { buildWeb } from './build.mjs';
import { exec } from './exec.mjs';
import { install } from './install.mjs';
import { command } from './project.mjs';

await command(async () => {
  await install({ dev: true });
  await buildWeb();
  exec(['bench/main.ts', ...process.argv.slice(2)]);
});
