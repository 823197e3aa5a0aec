/** What screens may use of a whole post, on its page or over another one. Apart, because a first look at the feed has neither. */

export { PostDetail } from './PostDetail.tsx';
export { PostModal } from './PostModal.tsx';
export { usePost } from './use-post.ts';
