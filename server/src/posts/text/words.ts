import type { Post } from '@duet/contract/posts/shapes';
import { blocksText } from '@duet/contract/posts/text/block-texts';
import { formatOf, parseBlocks } from '@duet/contract/posts/text/format';
import { htmlText } from '@duet/contract/posts/text/html-text';

/** The words of an answered post's content, without tags. */
export const wordsOf = ({ content }: Pick<Post, 'content'>): string =>
  formatOf(content) === 'html' ? htmlText(content) : blocksText(parseBlocks(content).blocks);
