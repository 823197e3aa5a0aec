import type { Post } from '@duet/contract/posts/shapes';
import { formatOf } from '@duet/contract/posts/text/format';
import { plainText } from '@duet/contract/posts/text/html-text';

/** The words of a post in one line: its content, else its caption, else its title. */
export async function wordsOf({ content, caption, title }: Pick<Post, 'content' | 'caption' | 'title'>) {
  if (!content) return caption?.trim() || title || '';
  if (formatOf(content) === 'html') return plainText(content);
  const [{ readBlocks }, { blocksWords }] = await Promise.all([
    import('../blocks/read-blocks.ts'),
    import('@duet/contract/posts/text/block-texts'),
  ]);
  return blocksWords(readBlocks(content));
}
