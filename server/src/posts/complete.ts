import type { PostRow } from '../platform/db/schema/posts.ts';
import { Failure } from '../platform/failure.ts';
import type { PostFile } from './store.ts';
import { hasText } from './text/content.ts';

const required = (field: string) => new Failure('CONTENT_REQUIRED', { fields: { [field]: 'fieldRequired' } });

/**
 * Refuses a post that cannot be published (product.md §5): rich text needs text, a gallery a picture
 * (CONTENT_REQUIRED), a video its uploaded file (WRONG_STATE).
 */
export function requireComplete(
  { post_type, content, content_format }: Pick<PostRow, 'post_type' | 'content' | 'content_format'>,
  files: readonly Pick<PostFile, 'role'>[],
): void {
  switch (post_type) {
    case 'richText':
      if (!hasText(content, content_format)) throw required('content');
      return;
    case 'gallery':
      if (!files.some(({ role }) => role === 'gallery')) throw required('mediaUrls');
      return;
    case 'video':
      if (!files.some(({ role }) => role === 'video')) {
        throw new Failure('WRONG_STATE', { log: 'the draft has no video' });
      }
  }
}
