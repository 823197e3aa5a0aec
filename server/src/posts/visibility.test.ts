import { expect, it } from 'vitest';
import type { Viewer } from '../platform/http/handler.ts';
import { isPublic } from './public-posts.ts';
import { isVisible, seesEverything } from './visibility.ts';

const viewer = (role: 'user' | 'admin') => ({ role }) as Viewer;

it.each([
  ['published', { published: 1, admin_only: 0 }, true],
  ['for admins only', { published: 1, admin_only: 1 }, false],
  ['a draft', { published: 0, admin_only: 0 }, false],
  ['a draft for admins only', { published: 0, admin_only: 1 }, false],
])('a post that is %s exists for admins, and for others where it is public', (_, post, open) => {
  expect(isPublic(post)).toBe(open);
  expect([null, viewer('user'), viewer('admin')].map((each) => isVisible(post, each))).toEqual([
    open,
    open,
    true,
  ]);
});

it('admins alone see everything', () => {
  expect([null, viewer('user'), viewer('admin')].map(seesEverything)).toEqual([false, false, true]);
});
