import { limits } from '@duet/contract/limits';

export interface Grid<Picture> {
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
