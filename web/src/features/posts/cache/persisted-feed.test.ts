import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../../api/queries.ts';
import { deviceStorage } from '../../../device/storage.ts';
import { setLanguage } from '../../../i18n/language.ts';
import { feedQuery, postQuery } from './queries.ts';

const post = { _id: 'p1', title: 'By the sea' };
const answer = {
  success: true,
  data: { posts: [post], pagination: { page: 1, limit: 20, hasMore: true, totalCount: 30 } },
};
const fetched = vi.fn(async (_url: string) => Response.json(answer));
const noNetwork = () => fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));

beforeEach(async () => {
  vi.stubGlobal('document', { documentElement: {} });
  vi.stubGlobal('fetch', fetched);
  await setLanguage('en');
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
  deviceStorage.remove('duet.feed');
});

const feed = (viewer = 'ann', page = 1) =>
  queryClient.fetchQuery({ ...feedQuery(viewer, page), staleTime: 0, retry: false });
const detail = (viewer = 'ann', id = 'p1') =>
  queryClient.fetchQuery({ ...postQuery(viewer, id), staleTime: 0, retry: false });

describe('the feed without a network', () => {
  it('is the newest page as it was last time, and says of when it is', async () => {
    expect((await feed()).keptAt).toBeUndefined();
    queryClient.clear();
    noNetwork();
    const kept = await feed();
    expect(kept.posts).toEqual([post]);
    expect(Date.now() - Date.parse(kept.keptAt ?? '')).toBeLessThan(60_000);
  });

  it('shows a post of it', async () => {
    await feed();
    queryClient.clear();
    noNetwork();
    expect(await detail()).toEqual(post);
    noNetwork();
    await expect(detail('ann', 'p2')).rejects.toMatchObject({ status: 0 });
  });

  it('is never what another person could read, nor another page', async () => {
    await feed();
    queryClient.clear();
    noNetwork();
    await expect(feed('bo')).rejects.toMatchObject({ status: 0 });
    noNetwork();
    await expect(feed('ann', 2)).rejects.toMatchObject({ status: 0 });
  });

  it('hides no other failure', async () => {
    await feed();
    queryClient.clear();
    fetched.mockResolvedValueOnce(Response.json({ success: false, error: 'Busy' }, { status: 503 }));
    await expect(feed()).rejects.toMatchObject({ status: 503 });
  });
});
