import { limits } from '@duet/contract/limits';
import { type CutText, cutContent } from './guest-text.ts';

/** UTF-16 units of contents and their cuts that are kept, so about 16 MB at most. */
const room = 8 * 1024 * 1024;

const cuts = new Map<string, CutText>();
let used = 0;

const sizeOf = (content: string, { text }: CutText): number => content.length + text.length;

/**
 * `cutContent`, with the cuts of the contents asked for last kept: parsing the long posts of a feed page is most
 * of what a guest's page costs. A content is its own key, so a kept cut is never out of date.
 */
export function recentCut(content: string): CutText {
  if (content.length <= limits.guest.textCodePoints) return cutContent(content);
  const kept = cuts.get(content);
  const cut = kept ?? cutContent(content);
  // Put last again: the first is the one that was not asked for the longest.
  cuts.delete(content);
  cuts.set(content, cut);
  if (!kept) used += sizeOf(content, cut);
  for (const [oldest, its] of cuts) {
    if (used <= room) break;
    cuts.delete(oldest);
    used -= sizeOf(oldest, its);
  }
  return cut;
}
