import { type Box, childrenOf, descendants, wholeBox } from './boxes.ts';
import { type Samples, samplesOf } from './samples.ts';

/** Boxes that tell of the file rather than show it: place, owner, device, titles, thumbnails of the camera. */
const privateBoxes = new Set(['udta', 'meta', 'uuid']);
/** What is seen, heard or read; every other track is telemetry, such as the way that a camera took. */
const shownTracks = new Set(['vide', 'soun', 'text', 'sbtl', 'subt', 'clcp', 'tmcd', 'auxv']);

/** More chunks of telemetry than any real video has: hours of a hundred a second. */
const maxRuns = 500_000;

export const mayBePrivate = ({ type }: Box): boolean => privateBoxes.has(type);

/** Names of programs: what every encoder leaves, and no secret of the person. */
const encoderBoxes = new Set(['\xa9too', '\xa9swr', '\xa9enc', 'free', 'hdlr']);

/** Whether a box names the encoder and nothing else; such a file is left as it came. */
function namesEncoderOnly(bytes: Buffer, box: Box): boolean {
  if (encoderBoxes.has(box.type)) return true;
  if (box.type === 'udta' || box.type === 'ilst') {
    return childrenOf(bytes, box).every((child) => namesEncoderOnly(bytes, child));
  }
  // In an MP4, version and flags stand before the boxes in it.
  const inside = { ...box, head: box.head + 4 };
  return box.type === 'meta' && childrenOf(bytes, inside).every((child) => namesEncoderOnly(bytes, child));
}

function isPrivate(bytes: Buffer, box: Box): boolean {
  try {
    return mayBePrivate(box) && !namesEncoderOnly(bytes, box);
  } catch {
    // What cannot be read may hold anything.
    return true;
  }
}

function handlerOf(moov: Buffer, trak: Box): string {
  const [hdlr] = descendants(moov, trak, ['mdia', 'hdlr']);
  return hdlr ? moov.toString('latin1', hdlr.start + hdlr.head + 8, hdlr.start + hdlr.head + 12) : '';
}

/** What is private in `moov` (security.md §7), and where in the file the samples of such tracks lie. */
export function findPrivate(moov: Buffer): { readonly boxes: Box[]; readonly samples: Samples[] } {
  const boxes: Box[] = [];
  const samples: Samples[] = [];
  const visit = (parent: Box): void => {
    for (const box of childrenOf(moov, parent)) {
      const telemetry = box.type === 'trak' && !shownTracks.has(handlerOf(moov, box));
      const runs = telemetry ? samplesOf(moov, box, maxRuns - samples.length) : [];
      for (const run of runs) samples.push(run);
      if (telemetry || isPrivate(moov, box)) boxes.push(box);
      else if (['trak', 'mdia', 'minf', 'stbl', 'edts'].includes(box.type)) visit(box);
    }
  };
  visit(wholeBox(moov));
  return { boxes, samples };
}
