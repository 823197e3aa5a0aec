// `npm run duet -- <command>`: the commands of a site's keeper, beside a running server or without one.
import { exec } from './exec.mjs';
import { install } from './install.mjs';
import { command } from './project.mjs';

await command(async () => {
  await install({ dev: false });
  exec(['server/src/cli/main.ts', ...process.argv.slice(2)]);
});
