export type ImageExtension = 'jpg' | 'png' | 'webp' | 'gif';

/** Sizes of the site's icon in px; what is `maskable` may be cut to any shape (https://www.w3.org/TR/appmanifest/#icon-masks). */
export const iconSizes = ['32', '180', '192', '512', 'maskable-192', 'maskable-512'] as const;
export type IconSize = (typeof iconSizes)[number];
export type IconRecipe = `icon-${IconSize}`;

/**
 * `photo` keeps the whole picture; `profile` crops it to a square (limits.image.profileSidePx); an icon is a square PNG.
 */
export type Recipe = 'photo' | 'profile' | IconRecipe;

/** A picture in another size. */
export interface SourceFile {
  readonly file: string;
  /** Pixels. */
  readonly width: number;
}

/** What came out of one picture: files beside the source, and what a page needs before they are loaded. */
export interface ProcessedImage {
  readonly file: string;
  readonly thumbnailFile: string;
  /** Smaller sizes as WebP, narrowest first; none of what moves, nor of profile photos. */
  readonly sources?: readonly SourceFile[];
  readonly extension: ImageExtension;
  readonly contentType: `image/${string}`;
  /** Pixels, after the orientation was applied. */
  readonly width: number;
  readonly height: number;
  /** A tiny blurred picture as a data URL. */
  readonly placeholder: string;
}

/**
 * Makes untrusted pictures safe: decoded in a process of its own, encoded anew, without metadata.
 * One picture at a time; others wait in a short queue.
 */
export interface Images extends AsyncDisposable {
  /**
   * Reads the file `source` and writes its results into the folder `into`. What the file is, its bytes say.
   * Throws NOT_AN_IMAGE, IMAGE_TYPE_NOT_ACCEPTED, IMAGE_DAMAGED, IMAGE_TOO_COMPLEX (pixels, frames, time or memory), STORAGE_FULL, or
   * OVERLOADED where the queue is full.
   */
  process(source: string, into: string, recipe: Recipe): Promise<ProcessedImage>;
}
