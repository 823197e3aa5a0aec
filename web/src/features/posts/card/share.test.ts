import { describe, expect, it } from 'vitest';
import { sharedAsText } from '../../../native/web.ts';
import { sharedPost } from './share.ts';

describe('sharing a post', () => {
  it('cuts the text to 150 characters and adds the address [FEED-47]', () => {
    const shared = sharedPost('p1', 'a'.repeat(400), 'https://duet.example');
    expect([...shared.text]).toHaveLength(150);
    expect(shared.text.endsWith('…')).toBe(true);
    expect(shared.url).toBe('https://duet.example/post/p1');
    expect(sharedAsText(shared)).toBe(`${shared.text}\nhttps://duet.example/post/p1`);
  });

  it('is the address alone where there are no words', () => {
    expect(sharedAsText(sharedPost('p/1', '', 'https://duet.example'))).toBe(
      'https://duet.example/post/p%2F1',
    );
  });
});
