import { expect, it } from 'vitest';
import { timeOf } from '../platform/ids.ts';
import { actId } from './act-id.ts';

const like = { type: 'like', at: 1_760_000_000_123, user_id: 'u', subject_id: 'p' } as Parameters<
  typeof actId
>[0];

it('of a comment is its own', () => {
  expect(actId({ ...like, type: 'comment' })).toBe('p');
});

it('of a like is a UUIDv7 of its moment, the same each time', () => {
  expect(actId(like)).toBe(actId({ ...like }));
  for (let n = 0; n < 50; n += 1)
    expect(actId({ ...like, user_id: `u${n}` })).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
  expect(timeOf(actId(like))).toBe(like.at);
  expect(actId(like) < actId({ ...like, at: like.at + 1 })).toBe(true);
});

it('tells who liked what', () => {
  const others = [{ user_id: 'v' }, { subject_id: 'q' }, { type: 'dislike' as typeof like.type }];
  const ids = [like, ...others.map((each) => ({ ...like, ...each }))].map(actId);
  expect(new Set(ids).size).toBe(ids.length);
});
