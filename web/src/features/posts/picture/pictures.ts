import { thumbnailOf } from '@duet/contract/media/thumbnail';
import type { Post, PostMedia } from '@duet/contract/posts/shapes';

export interface Measures {
  readonly width: number;
  readonly height: number;
}

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

/** How often a picture may be enlarged, at most, to fill its place (`--column`, or half of it). */
const mostEnlarged = 2;

/** Whether a picture has too few pixels for a place as wide as `place` in CSS pixels, and is shown at its own size instead. */
export const isSmall = ({ width }: Measures, place: number): boolean =>
  width > 0 && width * mostEnlarged < place;

/** Width to height as it shows: the picture's own, between 4:5 and 1.91:1. */
export function shownRatio(picture: Measures): number {
  return Math.min(Math.max(ownRatio(picture), tallest), widest);
}

/** Width to height of a video's place, as far as its measures are known. */
export const videoRatio = (video: Measures | undefined): number =>
  shownRatio(video && video.width > 0 && video.height > 0 ? video : { width: 16, height: 9 });

/** Width to height of the whole picture. */
export const ownRatio = ({ width, height }: Measures): number =>
  width > 0 && height > 0 ? width / height : unknownRatio;
