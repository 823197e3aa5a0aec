import type { PhotoOptions } from './native.ts';

/** Product.md §9: how the camera takes a profile photo. */
export const profileCamera: PhotoOptions = { quality: 66, width: 250 };
