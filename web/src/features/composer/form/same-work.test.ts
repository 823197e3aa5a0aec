import { describe, expect, it } from 'vitest';
import { galleryKind } from '../gallery/gallery-kind.ts';
import { textKind } from '../text/text-kind.ts';
import { videoKind } from '../video/video-kind.ts';
import { hasUnsent, isSamePost, isSameWork } from './same-work.ts';

const text = (content: string) => ({ ...textKind.empty, content });

const item = (key: string, serverUrl: string | null) => ({
  key,
  serverUrl,
  previewUrl: '',
  status: serverUrl ? ('uploaded' as const) : ('uploading' as const),
  uploadError: null,
  originalName: `${key}.png`,
  uploadProgress: 0,
  alt: '',
});
const gallery = (...items: ReturnType<typeof item>[]) => ({ ...galleryKind.empty, items });

describe('what was sent and what a form holds', () => {
  it('are the same where only pictures were signed anew', () => {
    const by = (signature: string) => text(`<p>One</p><img src="/media/photos/a.webp?s=${signature}">`);
    expect(isSameWork(textKind, by('1'), by('2'))).toBe(true);
    const [one, other] = ['1', '2'].map((signature) =>
      gallery(item('a', `/media/photos/a.webp?s=${signature}`)),
    );
    expect(one && other && isSameWork(galleryKind, one, other)).toBe(true);
  });

  it('differ in a word', () => {
    expect(isSameWork(textKind, text('<p>One</p>'), text('<p>Two</p>'))).toBe(false);
  });

  it('differ in a picture that is on its way, of a gallery', () => {
    const sent = gallery(item('a', '/media/photos/a.webp'));
    expect(isSameWork(galleryKind, sent, gallery(...sent.items, item('b', null)))).toBe(false);
  });

  it('differ in a picture that is on its way, of a text', () => {
    const sent = text('<p>One</p><img data-upload="a" alt="">');
    expect(isSameWork(textKind, sent, sent)).toBe(true);
    expect(isSameWork(textKind, sent, text('<p>One</p><img data-upload="b" alt="">'))).toBe(false);
    expect(isSameWork(textKind, sent, text('<p>One</p><img data-upload="b" alt="" src="/b.webp">'))).toBe(
      false,
    );
  });
});

describe('a video', () => {
  const [first, next] = ['first.mp4', 'next.mp4'].map((name) => ({ name, size: 1, lastModified: 1 }));
  const video = (picked = first, sent?: typeof first) => ({
    ...videoKind.empty,
    picked: picked ?? null,
    sent: sent ?? null,
  });

  it('is another post with another file, whatever its words', () => {
    expect(isSamePost(videoKind, video(first), video(first, first))).toBe(true);
    expect(isSamePost(videoKind, video(first), video(next))).toBe(false);
    expect(isSamePost(videoKind, video(first), video(next, next))).toBe(false);
  });

  it('is unsent where another one was sent for its draft', () => {
    expect(hasUnsent(videoKind, video(first, first))).toBe(false);
    expect(hasUnsent(videoKind, video(next, first))).toBe(true);
  });
});
