import { dayMs } from '@duet/contract/limits';
import type { YearOfPosts } from '@duet/contract/posts/shapes';
import type { Context } from '../platform/context.ts';
import type { Viewer } from '../platform/http/handler.ts';
import { countDays } from './store-totals.ts';
import { seesEverything } from './visibility.ts';

/** How many posts of each year the feed of this person holds, newest year first. Cached until a post comes or goes. */
export async function showYears(context: Context, viewer: Viewer | null): Promise<YearOfPosts[]> {
  const adminOnlyToo = seesEverything(viewer);
  const years = await context.cache.get(`years ${adminOnlyToo}`, async ({ reads }) => {
    const counts = new Map<number, number>();
    for (const { day, count } of await countDays(reads, adminOnlyToo)) {
      const year = new Date(day * dayMs).getUTCFullYear();
      counts.set(year, (counts.get(year) ?? 0) + count);
    }
    const value = [...counts].map(([year, count]) => ({ year, count }));
    return { value, bytes: 100 + value.length * 50 };
  });
  return years ?? [];
}
