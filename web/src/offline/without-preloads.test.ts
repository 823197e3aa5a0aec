import { describe, expect, it } from 'vitest';
import { withoutPreloads } from './without-preloads.ts';

const html = [
  '<head><link rel="modulepreload" href="/assets/en.js" data-language="en">',
  '<link rel="preload" as="style" crossorigin="" href="/assets/post.css" data-address="/post/">',
  '<link rel="stylesheet" crossorigin href="/assets/index.css"></head>',
].join('\n');
const page = (type: string, status = 200) =>
  new Response(html, {
    status,
    headers: { 'Content-Type': type, 'Content-Security-Policy': "default-src 'none'", 'Content-Length': '9' },
  });

describe('a page that the service worker hands out', () => {
  it('names no preloads, and tells what they were', async () => {
    const { response, preloads } = await withoutPreloads(page('text/html; charset=utf-8'));
    expect(await response.text()).toBe(
      '<head><link rel="stylesheet" crossorigin href="/assets/index.css"></head>',
    );
    expect(preloads).toEqual(['/assets/en.js', '/assets/post.css']);
    expect(response.headers.get('Content-Security-Policy')).toBe("default-src 'none'");
    expect(response.headers.has('Content-Length')).toBe(false);
  });

  it.each([
    ['text/plain', 200],
    ['text/html', 503],
  ])('is left as it came where it is %s with %d', async (type, status) => {
    const given = page(type, status);
    expect(await withoutPreloads(given)).toEqual({ response: given, preloads: [] });
  });
});
