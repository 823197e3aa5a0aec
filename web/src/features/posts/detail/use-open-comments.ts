import type { Post } from '@duet/contract/posts/shapes';
import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';

/** Leads to the comments of a post, on its own page. */
export function useOpenComments(): (post: Post) => void {
  const navigate = useNavigate();
  return useCallback((post) => navigate(`/post/${post._id}#comments`), [navigate]);
}
