import type { Context } from '../platform/context.ts';
import type { PartFiles } from '../platform/storage/part-files.ts';

const looks = new WeakMap<PartFiles, () => void>();

/** What this process does to look for conversions that wait. */
export function onWake(context: Context, look: () => void): void {
  looks.set(context.parts, look);
}

/** A conversion waits: where this process converts, it looks at once. */
export function wakeConversions(context: Context): void {
  looks.get(context.parts)?.();
}
