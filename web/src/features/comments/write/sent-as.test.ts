import { beforeEach, describe, expect, it } from 'vitest';
import { forgetSent, sentAs } from './sent-as.ts';

const place = { authorId: 'ana', postId: 'p' };
const first = () => sentAs({ ...place, text: 'lovely' });

describe('a comment whose call got no answer', () => {
  beforeEach(() => forgetSent(place));

  it('is sent again under the same name, also after a reload', () => {
    expect(first()).toMatch(/^[\x21-\x7e]{1,100}$/);
    expect(first()).toBe(first());
  });

  it('is not mistaken for another text, another post, or another person’s', () => {
    const name = first();
    const others = [
      sentAs({ ...place, postId: 'q', text: 'lovely' }),
      sentAs({ ...place, authorId: 'dan', text: 'lovely' }),
      sentAs({ ...place, text: 'so lovely' }),
    ];
    expect(new Set([name, ...others]).size).toBe(4);
  });

  it('is over once it was answered: the same words again are a new comment', () => {
    const name = first();
    forgetSent(place);
    expect(first()).not.toBe(name);
  });
});
