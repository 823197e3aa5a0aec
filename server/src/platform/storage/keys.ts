import { randomBytes } from 'node:crypto';
import type { Directory } from './storage.ts';

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';
const keyForm =
  /^(photos|videos|profile)\/([a-z2-7]{2})\/\2[a-z2-7]{30}(_thumb(?:_[1-9]\d{0,4})?)?\.([a-z0-9]{2,5})$/;
/** What a picture is stored as (platform/images). */
const pictureExtensions = ['jpg', 'png', 'gif', 'webp'] as const;

/** 32 characters of base32: 160 bits that nobody guesses. */
function randomName(): string {
  let name = '';
  for (const byte of randomBytes(32)) name += alphabet[byte & 31];
  return name;
}

/** A new key: `photos/ab/ab….jpg`; the middle part spreads the files over 1024 folders. */
export function newKey(directory: Directory, extension: string): string {
  const name = randomName();
  return `${directory}/${name.slice(0, 2)}/${name}.${extension}`;
}

/** The key of the thumbnail beside a file: `_thumb` before the extension (product.md §7). */
export function thumbnailKey(key: string): string {
  return key.replace(/\.([a-z0-9]+)$/, '_thumb.$1');
}

/** The key of a picture's smaller size, `width` pixels wide: `photos/ab/ab…_thumb_640.webp` beside `photos/ab/ab….jpg`. */
export function sourceKey(key: string, width: number): string {
  return key.replace(/\.[a-z0-9]+$/, `_thumb_${width}.webp`);
}

/**
 * The keys of the files that this one may lie beside: of a thumbnail its picture, in each format that a picture may
 * have where its own does not tell; of any other file itself.
 */
export function mainKeys(key: string): string[] {
  const thumb = keyForm.exec(key)?.[3];
  if (thumb === undefined) return [key];
  if (thumb === '_thumb') return [key.replace('_thumb.', '.')];
  return pictureExtensions.map((extension) => key.replace(/_thumb_\d+\.webp$/, `.${extension}`));
}

/** Whether this is a key of ours, letter for letter; anything else never reaches the store. */
export function isKey(text: string): boolean {
  return keyForm.test(text);
}

/** One of a picture's smaller sizes. */
export const isSourceKey = (key: string): boolean => keyForm.exec(key)?.[3]?.startsWith('_thumb_') ?? false;

/** A thumbnail or another small size. */
export function isThumbnailKey(key: string): boolean {
  return keyForm.exec(key)?.[3] !== undefined;
}
