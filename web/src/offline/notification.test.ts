import { describe, expect, it } from 'vitest';
import { pathInside, showing } from './notification.ts';

const payload = {
  kind: 'message',
  tag: 'message-1',
  lang: 'ro',
  title: 'ana',
  body: 'Ți-a trimis un mesaj.',
  many: { one: '{count} mesaj nou', few: '{count} mesaje noi', other: '{count} de mesaje noi' },
  url: '/messages?to=1',
  at: 5,
} as const;

describe('a notification', () => {
  it('is shown as it came, the first of its tag', () => {
    expect(showing(payload, undefined)).toMatchObject({
      title: 'ana',
      options: {
        body: 'Ți-a trimis un mesaj.',
        tag: 'message-1',
        lang: 'ro',
        timestamp: 5,
        data: { url: '/messages?to=1', count: 1, seen: false },
      },
    });
  });

  it("counts those of its tag by the language's plurals", () => {
    const bodyAfter = (count: number) => showing(payload, { count }).options.body;
    expect([1, 18, 19, 100].map(bodyAfter)).toEqual([
      '2 mesaje noi',
      '19 mesaje noi',
      '20 de mesaje noi',
      '101 mesaje noi',
    ]);
    expect(showing(payload, { count: 4 }).options).toMatchObject({ renotify: true, data: { count: 5 } });
    expect(
      showing({ ...payload, lang: 'en', many: { other: '{count} new' } }, { count: 999 }).options.body,
    ).toBe('1,000 new');
  });

  it('counts nothing that was read as it came', () => {
    const read = showing(payload, { count: 4 }, true).options;
    expect(read).toMatchObject({ silent: true, data: { seen: true } });
    expect(showing(payload, read.data).options).toMatchObject({ body: payload.body, data: { count: 1 } });
  });

  it('leads into the app and nowhere else', () => {
    const origin = 'https://duet.example.org';
    expect(pathInside('/post/1#comments', origin)).toBe('/post/1#comments');
    expect(pathInside('/messages?to=1', origin)).toBe('/messages?to=1');
    for (const url of [
      'https://evil.example/x',
      '//evil.example/x',
      '/\\evil.example',
      'javascript:alert(1)',
      '',
      null,
      7,
    ]) {
      expect(pathInside(url, origin)).toBeNull();
    }
  });
});
