#!/usr/bin/env node
// `npx duet`: what the package of Duet runs. Without words the server, else a command of the site's keeper.
import { exec } from '../scripts/exec.mjs';
import { command, serverProcess } from '../scripts/project.mjs';

await command(async () => {
  const words = process.argv.slice(2);
  if (words.length === 0 || words[0] === 'start') exec(['server/src/main.js'], serverProcess);
  else exec(['server/src/cli/main.js', ...words]);
});
