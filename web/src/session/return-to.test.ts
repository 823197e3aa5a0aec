import { describe, expect, it } from 'vitest';
import { arrivingFrom, returnTo } from './return-to.ts';

describe('after signing in', () => {
  it('leads back to where one was sent from', () => {
    expect(returnTo(arrivingFrom({ pathname: '/messages', search: '?a=1' }))).toBe('/messages?a=1');
  });
  it.each([
    [null],
    [undefined],
    [{}],
    [{ from: 7 }],
    [{ from: 'https://elsewhere.example' }],
    [{ from: '//elsewhere.example' }],
    [{ from: '/\\elsewhere.example' }],
    [{ from: '/login' }],
    [{ from: '/register?setup=x' }],
  ])('leads to the feed from %j', (state) => expect(returnTo(state)).toBe('/home'));
});
