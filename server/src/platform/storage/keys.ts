import { randomBytes } from 'node:crypto';
import type { Directory } from './storage.ts';

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';
const keyForm = /^(photos|videos|profile)\/([a-z2-7]{2})\/\2[a-z2-7]{30}(_thumb)?\.([a-z0-9]{2,5})$/;

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

/** Whether this is a key of ours, letter for letter; anything else never reaches the store. */
export function isKey(text: string): boolean {
  return keyForm.test(text);
}

export function isThumbnailKey(key: string): boolean {
  return keyForm.exec(key)?.[3] !== undefined;
}
