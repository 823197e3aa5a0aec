import { limits } from '@duet/contract/limits';

const controls = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/** What a file was called on the person's device, fit to be shown and for nothing else (security.md §7). */
export function displayName(name: string | undefined): string {
  const last = (name ?? '').normalize('NFC').replace(controls, '').split(/[\\/]/).at(-1)?.trim() ?? '';
  return [...last].slice(0, limits.fileName.maxChars).join('') || 'image';
}
