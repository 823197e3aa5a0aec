import { thumbnailOf } from '@duet/contract/media/thumbnail';
import type { Post, PostMedia } from '@duet/contract/posts/shapes';

/** The widest and the tallest that a picture shows in the feed, width to height. */
const widest = 1.91;
const tallest = 4 / 5;
/** Of a picture whose measures are not known. */
const unknownRatio = 1;

/** The pictures of a post, with thumbnails. An answer without `media` still shows its `mediaUrls`. */
export function picturesOf({ media, mediaUrls }: Pick<Post, 'media' | 'mediaUrls'>): readonly PostMedia[] {
  if (media?.length) return media;
  return (mediaUrls ?? []).map((url) => ({
    url,
    thumbnailUrl: thumbnailOf(url) ?? url,
    alt: '',
    width: 0,
    height: 0,
    placeholder: '',
  }));
}

/** Width to height as it shows: the picture's own, between 4:5 and 1.91:1. */
export function shownRatio({ width, height }: { readonly width: number; readonly height: number }): number {
  if (!(width > 0 && height > 0)) return unknownRatio;
  return Math.min(Math.max(width / height, tallest), widest);
}
