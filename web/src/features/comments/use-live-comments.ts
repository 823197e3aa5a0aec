import { useEffect } from 'react';
import { live } from '../../api/live.ts';
import { refreshComments } from './cache.ts';

/** Shows what others write while one looks: at once where the stream tells of it, with the next poll else. */
export function useLiveComments(postId: string): void {
  useEffect(() => {
    const refresh = () => refreshComments(postId);
    const leave = [live.on('activity', refresh), live.on('resync', refresh)];
    return () => {
      for (const each of leave) each();
    };
  }, [postId]);
}
