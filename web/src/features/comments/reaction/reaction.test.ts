import { describe, expect, it } from 'vitest';
import { reacted } from './reaction.ts';

const none = { likes: 3, dislikes: 1, userAction: null };
const liked = { likes: 4, dislikes: 1, userAction: 'like' } as const;
const disliked = { likes: 3, dislikes: 2, userAction: 'dislike' } as const;

describe('a tap on a comment', () => {
  it.each([
    [none, 'like', liked],
    [none, 'dislike', disliked],
    [liked, 'like', none],
    [disliked, 'dislike', none],
    [liked, 'dislike', disliked],
    [disliked, 'like', liked],
  ] as const)('leads from %o with %s to %o [COM-13, COM-14]', (from, action, to) => {
    expect(reacted(from, action)).toEqual(to);
  });
});
