import { type Box, childrenOf, descendants, wholeBox } from './boxes.ts';
import { type Samples, samplesOf } from './samples.ts';

/** Boxes that tell of the file rather than show it: place, owner, device, titles, thumbnails of the camera. */
const tellingBoxes = new Set(['udta', 'meta', 'uuid']);
/** What is seen, heard or read; every other track is telemetry, such as the way that a camera took. */
const shownTracks = new Set(['vide', 'soun', 'text', 'sbtl', 'subt', 'clcp', 'tmcd', 'auxv']);

export const isTelling = ({ type }: Box): boolean => tellingBoxes.has(type);

/** Makes a box one of `free` bytes, zeroed, at the same place and of the same size. */
export function blank(bytes: Buffer, box: Box): void {
  bytes.write('free', box.start + 4, 'latin1');
  bytes.fill(0, box.start + box.head, box.start + box.size);
}

function handlerOf(moov: Buffer, trak: Box): string {
  const [hdlr] = descendants(moov, trak, ['mdia', 'hdlr']);
  return hdlr ? moov.toString('latin1', hdlr.start + hdlr.head + 8, hdlr.start + hdlr.head + 12) : '';
}

/**
 * Blanks in `moov` all that is private (trust.md §7). Answers whether there was any, and where in the file the samples
 * of tracks lie that were blanked with it.
 */
export function blankPrivate(moov: Buffer): { readonly changed: boolean; readonly samples: Samples[] } {
  const samples: Samples[] = [];
  let changed = false;
  const visit = (parent: Box): void => {
    for (const box of childrenOf(moov, parent)) {
      const telemetry = box.type === 'trak' && !shownTracks.has(handlerOf(moov, box));
      if (telemetry) samples.push(...samplesOf(moov, box));
      if (telemetry || isTelling(box)) {
        blank(moov, box);
        changed = true;
      } else if (['trak', 'mdia', 'minf', 'stbl', 'edts'].includes(box.type)) {
        visit(box);
      }
    }
  };
  visit(wholeBox(moov));
  return { changed, samples };
}
