import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { plants } from './plants.ts';

const sources = fileURLToPath(new URL('../../src', import.meta.url));
const files = globSync(`${sources}/**/*.ts`);

it.each(Object.entries(plants))('the fault %s can be put into the sources as they are', (_, { changes }) => {
  for (const { file, from } of changes) {
    const texts = files.filter((path) => path.endsWith(file)).map((path) => readFileSync(path, 'utf8'));
    expect(
      texts.filter((text) => text.includes(from)),
      file,
    ).toHaveLength(1);
  }
});
