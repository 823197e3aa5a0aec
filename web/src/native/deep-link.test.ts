import { describe, expect, it } from 'vitest';
import { pathInside, pathOfLink } from './deep-link.ts';

const site = 'https://duet.example';
const id = '01a1f9f1-7000-7000-8000-000000000001';

describe('a link that opens the app', () => {
  it.each([
    [`duet://post/${id}`, `/post/${id}`],
    [`duet:///post/${id}`, `/post/${id}`],
    [`${site}/post/${id}`, `/post/${id}`],
    [`${site}/post/${id}?from=share#top`, `/post/${id}`],
  ])('%s leads to the post', (link, path) => expect(pathOfLink(link, site)).toBe(path));

  it.each([
    [`https://elsewhere.example/post/${id}`],
    [`http://duet.example/post/${id}`],
    ['duet://post/'],
    ['duet://admin/users'],
    [`${site}/post/${id}/edit`],
    [`${site}/register?setup=x`],
    ['duet://post/..%2fadmin'],
    ['javascript:alert(1)'],
    ['no link'],
  ])('%s leads nowhere', (link) => expect(pathOfLink(link, site)).toBeNull());
});

describe('a notification that opens the app', () => {
  it.each([['/messages?to=1'], ['/admin/activity'], [`/post/${id}#comments`]])('leads to %s', (path) =>
    expect(pathInside(path, site)).toBe(path),
  );
  it.each([
    ['https://elsewhere.example/home'],
    ['//elsewhere.example/home'],
    [String.raw`/\elsewhere.example/home`],
    ['javascript:alert(1)'],
    ['home'],
  ])('leads nowhere: %s', (url) => expect(pathInside(url, site)).toBeNull());
});
