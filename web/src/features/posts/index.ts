/** What screens and other features may use of posts. */

export { AuthorButton } from './author/AuthorButton.tsx';
export { optimisticPosts, updateCachedPost } from './cache/cached-posts.ts';
export { forgetFeedOfOthers } from './cache/persisted-feed.ts';
export { personFeedQuery, prefetchFeed, useViewerKey } from './cache/queries.ts';
export { PostCard } from './card/PostCard.tsx';
export { Feed } from './feed/Feed.tsx';
export { followPosts } from './feed/NewPosts.tsx';
export { feedPosition } from './feed/scroll-restoration.ts';
export { useFeed } from './feed/use-feed.ts';
export { loadViewer } from './gallery/load-viewer.ts';
export { sendUnsentLikes } from './like/like.ts';
export { Picture } from './picture/Picture.tsx';
export { picturesOf } from './picture/pictures.ts';
export { RichHtml } from './text/RichHtml.tsx';
export { wordsOf } from './text/words.ts';
export { PlayableVideo } from './video/VideoFrame.tsx';
