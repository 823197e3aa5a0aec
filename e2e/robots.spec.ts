import { expect, test } from './harness/test.ts';

test('programs that look through the web are told which addresses are for people who signed in', async ({
  page,
}) => {
  const response = await page.request.get('/robots.txt');
  expect([response.status(), response.headers()['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  const lines = (await response.text()).trim().split('\n');
  expect(lines[0]).toBe('User-agent: *');
  const closed = lines.slice(1).map((line) => line.replace('Disallow: ', ''));
  for (const path of ['/api/', '/admin', '/edit/', '/messages', '/new/', '/profile']) {
    expect(closed).toContain(path);
  }
  // What everybody may read is found.
  const isClosed = (path: string) => closed.some((start) => path.startsWith(start));
  expect(
    ['/', '/home', '/login', '/post/1', '/media/photos/aa/a.jpg', '/assets/app.js'].filter(isClosed),
  ).toEqual([]);
});
