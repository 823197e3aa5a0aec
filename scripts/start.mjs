// `npm start`: installs what is missing, builds the web app when it is stale, runs the server.
import { buildWeb } from './build.mjs';
import { exec } from './exec.mjs';
import { install } from './install.mjs';
import { command, serverProcess } from './project.mjs';

await command(async () => {
  await install({ dev: false });
  await buildWeb();
  exec(['server/src/main.ts'], serverProcess);
});
