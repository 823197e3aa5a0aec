import type { ImageErrorCode } from './image-error.ts';
import type { ProcessedImage, Recipe } from './images.ts';

/** What the server asks of the image process; one at a time. */
export interface Job {
  readonly source: string;
  readonly into: string;
  readonly recipe: Recipe;
}

/** What the image process answers. */
export type Result =
  | { readonly image: ProcessedImage }
  | { readonly refusal: { readonly code: ImageErrorCode; readonly log: string; readonly kind?: string } }
  | { readonly fault: string };

/**
 * The image process ends itself with this status where it needs more memory than it may have: its first argument,
 * in bytes.
 */
export const memoryExitStatus = 77;
