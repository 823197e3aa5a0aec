import type { Context } from '../platform/context.ts';
import type { Ids } from '../platform/ids.ts';

const looks = new WeakMap<Ids, () => void>();

/** What this process does to look for notifications that wait. */
export function onWake(context: Context, look: () => void): void {
  looks.set(context.ids, look);
}

/** A notification waits: where this process sends them, it looks at once. */
export function wakeDeliveries(context: Context): void {
  looks.get(context.ids)?.();
}
