import { limits, MB } from '@duet/contract/limits';
import { formatOf, type TextFormat } from '@duet/contract/posts/text/format';
import { type CutText, cutContent } from './guest-text.ts';

declare module '../../platform/context.ts' {
  interface Context {
    readonly cutCache: CutCache;
  }
}

/** UTF-16 units of contents and their cuts that are kept, so about 16 MB at most. */
const room = 8 * MB;

const sizeOf = (content: string, { text }: CutText): number => content.length + text.length;

/**
 * The cuts of the contents asked for last: parsing the long posts of a feed page is most of what a guest's page costs. A
 * content is its own key, so a kept cut is never out of date.
 */
export class CutCache {
  readonly #cuts = new Map<string, CutText>();
  #used = 0;

  /** What `cutContent` answers. */
  cut(content: string, format: TextFormat = formatOf(content)): CutText {
    if (content.length <= limits.guest.textCodePoints) return cutContent(content, format);
    const kept = this.#cuts.get(content);
    const cut = kept ?? cutContent(content, format);
    // Put last again: the first is the one that was not asked for the longest.
    this.#cuts.delete(content);
    this.#cuts.set(content, cut);
    if (!kept) this.#used += sizeOf(content, cut);
    for (const [oldest, its] of this.#cuts) {
      if (this.#used <= room) break;
      this.#cuts.delete(oldest);
      this.#used -= sizeOf(oldest, its);
    }
    return cut;
  }
}
