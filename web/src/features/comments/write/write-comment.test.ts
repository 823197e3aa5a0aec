import type { Comment } from '@duet/contract/comments/shapes';
import { describe, expect, it } from 'vitest';
import { arrivedComment } from './write-comment.ts';

const comment = (id: string, author: string, text: string) => ({ _id: id, user_id: author, text }) as Comment;

describe('a comment whose call got no answer', () => {
  const written = { authorId: 'ana', postId: 'p', text: ' lovely ' };

  it('is found where the server has it', () => {
    const newest = [comment('9', 'dan', 'lovely'), comment('8', 'ana', 'lovely')];
    expect(arrivedComment(newest, written, new Set())?._id).toBe('8');
  });

  it('is not mistaken for one that was there before, nor for another text', () => {
    const newest = [comment('8', 'ana', 'lovely'), comment('7', 'ana', 'so lovely')];
    expect(arrivedComment(newest, written, new Set(['8']))).toBeUndefined();
  });
});
