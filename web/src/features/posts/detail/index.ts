/** What screens may use of a whole post, on its page or over another one. Apart, because a first look at the feed has neither. */

export { PostDetail, PostModal } from './PostDetail.tsx';
export { usePost } from './use-post.ts';
