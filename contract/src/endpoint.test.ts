import { describe, expect, it } from 'vitest';
import { fillPath, withSearch } from './endpoint.ts';

describe('a path of the table', () => {
  it('is filled with encoded values', () => {
    expect(fillPath('/api/posts/{id}', { id: 'x' })).toBe('/api/posts/x');
    expect(fillPath('/api/posts/{id}/comments/{commentId}', { id: 'a/b', commentId: 'ș?' })).toBe(
      '/api/posts/a%2Fb/comments/%C8%99%3F',
    );
    expect(fillPath('/api/posts')).toBe('/api/posts');
    expect(fillPath('/api/posts/{id}', {})).toBe('/api/posts/');
  });

  it('takes a search behind it, also where an action stands there already', () => {
    expect(withSearch('/api/posts', '')).toBe('/api/posts');
    expect(withSearch('/api/posts', 'page=2')).toBe('/api/posts?page=2');
    expect(withSearch('/api/uploads?action=status', 'sessionId=1')).toBe(
      '/api/uploads?action=status&sessionId=1',
    );
  });
});
