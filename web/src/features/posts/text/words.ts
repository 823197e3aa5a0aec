import type { Post } from '@duet/contract/posts/shapes';
import { plainText } from './plain-text.ts';

/** Whether a post's content is block JSON; HTML never starts with a brace. */
export const isBlockJson = (content: string): boolean => content.startsWith('{');

/** The words of a post in one line: its content, else its caption, else its title. */
export async function wordsOf({ content, caption, title }: Pick<Post, 'content' | 'caption' | 'title'>) {
  if (!content) return caption?.trim() || title || '';
  if (!isBlockJson(content)) return plainText(content);
  const [{ readBlocks }, { blocksText }] = await Promise.all([
    import('../blocks/read-blocks.ts'),
    import('../blocks/cut-blocks.ts'),
  ]);
  return blocksText(readBlocks(content));
}
