import { limits } from '@duet/contract/limits';
import type { Context } from '../platform/context.ts';
import { requireAccount } from './account.ts';
import { presentPreferences } from './present.ts';
import { updateUser } from './store.ts';

interface Wanted {
  readonly notifications_push?: boolean | undefined;
  readonly language?: 'en' | 'ro' | undefined;
  readonly disable_for_week?: boolean | undefined;
  readonly notifications_posts?: boolean | undefined;
  readonly notifications_text?: boolean | undefined;
}

export async function showPreferences(context: Context, userId: string) {
  return presentPreferences(await requireAccount(context.db.read, userId), context.clock.now());
}

/** Saves what is there and leaves the rest. Saying 'off for a week' again does not make a running week longer. */
export async function savePreferences(context: Context, userId: string, wanted: Wanted) {
  const now = context.clock.now();
  return context.db.write(async (tx) => {
    const { notifications_off_until: until } = await requireAccount(tx, userId);
    const running = until !== null && until > now ? until : now + limits.notifications.offForMs;
    const { notifications_push: push, disable_for_week: off, language } = wanted;
    const { notifications_posts: posts, notifications_text: text } = wanted;
    const change = {
      ...(push !== undefined && { notifications_push: push ? 1 : 0 }),
      ...(posts !== undefined && { notifications_posts: posts ? 1 : 0 }),
      ...(text !== undefined && { notifications_text: text ? 1 : 0 }),
      ...(language !== undefined && { language }),
      ...(off !== undefined && { notifications_off_until: off ? running : null }),
    };
    if (Object.keys(change).length > 0) await updateUser(tx, userId, change);
    return presentPreferences(await requireAccount(tx, userId), now);
  });
}
