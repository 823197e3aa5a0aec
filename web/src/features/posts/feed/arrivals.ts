import type { Post } from '@duet/contract/posts/shapes';
import { useEffect, useMemo } from 'react';

/** When the newest post came out that the first page has shown while the app is open; ISO 8601, in UTC. */
let newestShown: string | null = null;

/** The posts that came to the first page since it was last shown; none where it shows for the first time. */
export function useArrived(posts: readonly Post[], page: number): ReadonlySet<string> {
  const isFirst = page === 1;
  const arrived = useMemo(() => {
    const before = newestShown;
    const isNew = ({ created_at }: Post) => isFirst && before !== null && created_at > before;
    return new Set(posts.filter(isNew).map(({ _id }) => _id));
  }, [posts, isFirst]);
  useEffect(() => {
    const [newest] = posts;
    if (isFirst && newest && newest.created_at > (newestShown ?? '')) newestShown = newest.created_at;
  }, [posts, isFirst]);
  return arrived;
}
