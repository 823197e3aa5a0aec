import { describe, expect, it } from 'vitest';
import { thumbnailOf } from './thumbnail.ts';

describe('thumbnails', () => {
  it('stand beside the picture with a _thumb suffix [API-06]', () => {
    expect(thumbnailOf('/media/photos/ab/picture.webp')).toBe('/media/photos/ab/picture_thumb.webp');
    expect(thumbnailOf('https://cdn.example/media/a.b/c.d.jpg')).toBe(
      'https://cdn.example/media/a.b/c.d_thumb.jpg',
    );
    expect(thumbnailOf('/media/data:x/blob:y.png')).toBe('/media/data:x/blob:y_thumb.png');
    expect(thumbnailOf('/media/photos/ab/picture_thumb.webp')).toBe('/media/photos/ab/picture_thumb.webp');
  });

  it('are not guessed for signed, named or inline addresses', () => {
    expect(thumbnailOf('/media/photos/ab/picture.webp?e=1&s=x')).toBeNull();
    expect(thumbnailOf('data:image/png;base64,AA/a.png')).toBeNull();
    expect(thumbnailOf('blob:https://duet.example/a/b.png')).toBeNull();
    expect(thumbnailOf('/media/photos/noextension')).toBeNull();
    expect(thumbnailOf('/media/photos/line\n/picture.webp')).toBeNull();
  });
});
