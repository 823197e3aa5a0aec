// `npm run docs`
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../scripts/project.mjs';
import { documents } from './documents.ts';

for (const [path, text] of Object.entries(documents)) {
  writeFileSync(join(root, path), text);
  console.log(`Written: ${path}`);
}
