// `npm run docs`: writes the pages of docs/ that are made from the code.
import { exec } from './exec.mjs';
import { install } from './install.mjs';
import { command } from './project.mjs';

await command(async () => {
  await install({ dev: true });
  exec(['structure/write-documents.ts']);
});
