import { describe, expect, it } from 'vitest';
import { type Reader, type Revealed, type Reveals, reveal } from './reveal.ts';

const rows: [string, number, boolean, Reader, Reveals, Revealed][] = [
  ['a short text shows whole', 500, false, 'guest', 0, { max: 1000, more: null }],
  ['a guest first sees the text collapsed [FEED-25]', 501, false, 'guest', 0, { max: 500, more: 'expand' }],
  ['a guest reads up to 1000 at once after one tap', 1000, false, 'guest', 1, { max: 1000, more: null }],
  ['beyond, the next tap asks to sign in [FEED-27]', 1001, false, 'guest', 1, { max: 1000, more: 'prompt' }],
  ['what the server kept back does so too [FEED-26]', 1000, true, 'guest', 1, { max: 1000, more: 'prompt' }],
  ['a short rest of a kept-back text asks at once', 300, true, 'guest', 0, { max: 1000, more: 'prompt' }],
  ['a member sees a preview [FEED-24]', 1500, false, 'member', 0, { max: 500, more: 'expand' }],
  ['a member opens the whole text [FEED-28] [FEED-29]', 9000, false, 'member', 1, { max: null, more: null }],
  ['a member needs no tap for a short text', 500, false, 'member', 0, { max: null, more: null }],
];

describe('revealing a text', () => {
  it.each(rows)('%s', (_, length, truncated, reader, reveals, shown) => {
    expect(reveal(length, truncated, reader, reveals)).toEqual(shown);
  });
});
