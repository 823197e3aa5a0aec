import { limits } from '@duet/contract/limits';
import { shownRatio } from '../picture/pictures.ts';
import type { Place } from '../picture/source-set.ts';

interface Measured {
  readonly width: number;
  readonly height: number;
}

interface Grid<Picture> {
  readonly tiles: readonly Picture[];
  /** How many pictures the last tile says to be hidden; 0 shows no badge. */
  readonly hidden: number;
}

const { gridTiles, plusBadgeAbove } = limits.gallery;

/** The tiles of a gallery: at most four, and '+N' on the last of more than five (decisions §4, Gallery grid). */
export function gridOf<Picture>(pictures: readonly Picture[]): Grid<Picture> {
  const tiles = pictures.slice(0, gridTiles);
  return { tiles, hidden: pictures.length > plusBadgeAbove ? pictures.length - tiles.length : 0 };
}

/** Two or three tiles lie above each other where the first one is wider than high. */
export function isStacked(tiles: readonly Measured[]): boolean {
  const [first] = tiles;
  return (tiles.length === 2 || tiles.length === 3) && first !== undefined && shownRatio(first) > 1;
}

/** Which place of its grid a tile takes, counted from 0. */
export function placeOf(index: number, tiles: readonly Measured[]): Place {
  if (tiles.length === 1) return 'column';
  return isStacked(tiles) && (tiles.length === 2 || index === 0) ? 'wideTile' : 'tile';
}
