// `npm run docs`: writes the pages of docs/ that are made from the code.
import { handOver } from './hand-over.mjs';
import { install } from './install.mjs';
import { command } from './project.mjs';

await command(async () => {
  await install({ dev: true });
  handOver(['structure/write-documents.ts']);
});
