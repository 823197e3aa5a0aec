import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { narrowingsIn, type Source } from './narrowings.ts';
import { changed, placeOf } from './planted.ts';
import { plants } from './plants.ts';
import { withoutFault } from './plants-without.ts';

const src = fileURLToPath(new URL('../../src/', import.meta.url));
const sources: Source[] = globSync(`${src}**/*.ts`)
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => ({ path: path.slice(src.length), text: readFileSync(path, 'utf8') }));
const changes = Object.values(plants).flatMap((plant) => plant.changes);

it.each(Object.entries(plants))('the fault %s can be put into the sources as they are', (_, plant) => {
  for (const change of plant.changes) {
    const found = sources.filter(({ path }) => `/src/${path}`.endsWith(change.file));
    expect([change.file, found.length]).toEqual([change.file, 1]);
    for (const { text } of found) {
      expect([change.from, changed(text, change)]).not.toEqual([change.from, null]);
      // Where it does not say which one is meant there is but one.
      const places = change.after === undefined ? text.split(change.from).length - 1 : 1;
      expect([change.from, places]).toEqual([change.from, 1]);
    }
  }
});

it('whatever is said by hand of what a change concerns, or of what something cached tells, has a fault or needs none', () => {
  const without = sources.flatMap((source) =>
    narrowingsIn(source)
      .filter(
        ({ from, to }) =>
          !changes
            .filter(({ file }) => `/src/${source.path}`.endsWith(file))
            .map((change) => ({ at: placeOf(source.text, change), length: change.from.length }))
            .some(({ at, length }) => at < to && at + length > from),
      )
      .map(({ name }) => name),
  );
  expect([...new Set(without)].toSorted()).toEqual(Object.keys(withoutFault).toSorted());
});
