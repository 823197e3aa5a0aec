import { type Choices, type ComparedPicture, type Conflict, changedBy, type Merge } from './three-way.ts';

type Pictures = readonly ComparedPicture[];

const pathsOf = (pictures: Pictures): string[] => pictures.map(({ path }) => path);
const altsOf = (pictures: Pictures) => new Map(pictures.map(({ path, alt }) => [path, alt]));
const sameOrder = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((path, at) => path === other[at]);

/** Whether two galleries have the same pictures in the same order with the same descriptions. */
export const samePictures = (one: Pictures, other: Pictures): boolean =>
  sameOrder(pathsOf(one), pathsOf(other)) && one.every(({ alt }, at) => alt === other[at]?.alt);

/**
 * Merges the pictures of a gallery. What either side added or removed counts, the order is that of the side that changed
 * it, and descriptions are merged one by one. A person is asked where both changed the order, where one is removed here
 * that was described there, and about each picture that both described.
 *
 * Whatever is chosen, pictures that the other side removed stay away, since the server has them no more, and those that
 * it added stay.
 */
export function mergePictures(base: Pictures | null, mine: Pictures, theirs: Pictures): Merge<Pictures> {
  const unknownBase = base === null;
  const was = base ?? mine.filter(({ path }) => pathsOf(theirs).includes(path));
  const [before, here, there] = [new Set(pathsOf(was)), new Set(pathsOf(mine)), new Set(pathsOf(theirs))];
  const [altsBefore, altsHere, altsThere] = [altsOf(was), altsOf(mine), altsOf(theirs)];
  const removedHere = pathsOf(was).filter((path) => !here.has(path));
  const removedThere = new Set(pathsOf(was).filter((path) => !there.has(path)));
  const inAll = (paths: readonly string[]) =>
    paths.filter((path) => before.has(path) && here.has(path) && there.has(path));
  const [orderBefore, orderHere, orderThere] = [was, mine, theirs].map((each) => inAll(pathsOf(each)));
  const order = changedBy(
    unknownBase ? undefined : orderBefore,
    orderHere,
    orderThere,
    (one = [], other = []) => sameOrder(one, other),
  );
  const describedThere = removedHere.filter(
    (path) => there.has(path) && altsBefore.get(path) !== altsThere.get(path),
  );

  const conflicts: Conflict[] = [];
  if (order === 'both' || describedThere.length > 0) {
    conflicts.push({
      field: 'pictures',
      label: { key: 'composer.galleryPictures' },
      shown: { kind: 'pictures', mine, theirs },
      choices: ['mine', 'theirs'],
    });
  }
  for (const [at, { path, alt }] of mine.entries()) {
    const other = altsThere.get(path);
    const former = unknownBase ? undefined : altsBefore.get(path);
    if (other === undefined || changedBy(former, alt, other) !== 'both') continue;
    conflicts.push({
      field: `alt:${path}`,
      label: { key: 'composer.mergeAlt', number: at + 1 },
      shown: { kind: 'text', mine: alt, theirs: other },
      choices: ['mine', 'theirs', 'together'],
    });
  }

  function altOf(path: string, choices: Choices): string {
    const [alt, other] = [altsHere.get(path), altsThere.get(path)];
    if (alt === undefined || other === undefined) return alt ?? other ?? '';
    const who = changedBy(unknownBase ? undefined : altsBefore.get(path), alt, other);
    if (who !== 'both') return who === 'them' ? other : alt;
    const choice = choices.get(`alt:${path}`) ?? 'mine';
    return choice === 'together' ? `${alt} ${other}` : choice === 'theirs' ? other : alt;
  }

  function resolve(choices: Choices): Pictures {
    const theirsChosen = choices.get('pictures') === 'theirs';
    const byThem = order === 'them' || theirsChosen;
    const [first, second] = byThem ? [theirs, mine] : [mine, theirs];
    const restored = new Set(theirsChosen ? describedThere : []);
    const gone = new Set([...removedThere, ...removedHere.filter((path) => !restored.has(path))]);
    const paths = [...new Set([...pathsOf(first), ...pathsOf(second)])].filter((path) => !gone.has(path));
    return paths.map((path) => ({ path, alt: altOf(path, choices) }));
  }

  const theirChange = !unknownBase && !samePictures(was, theirs) && !samePictures(mine, theirs);
  return {
    taken: theirChange && conflicts.length === 0 ? [{ key: 'composer.galleryPictures' }] : [],
    conflicts,
    resolve,
  };
}
