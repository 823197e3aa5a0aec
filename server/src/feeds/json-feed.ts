import type { Feed, FeedEntry } from './feed.ts';

export const jsonFeedPath = '/feed.json';
export const jsonFeedType = 'application/feed+json; charset=utf-8';

/** The feed as JSON Feed, version 1.1 (jsonfeed.org). */
export const jsonFeed = (feed: Feed): string =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: feed.title,
    description: feed.description,
    language: feed.language,
    ...(feed.origin === ''
      ? {}
      : { home_page_url: `${feed.origin}/`, feed_url: `${feed.origin}${jsonFeedPath}` }),
    items: feed.entries.map(item),
  });

const item = (entry: FeedEntry) => ({
  id: entry.id,
  url: entry.url,
  title: entry.title,
  content_html: entry.html,
  date_published: entry.published,
  date_modified: entry.updated,
  authors: [{ name: entry.author }],
  ...(entry.image === null ? {} : { image: entry.image }),
  ...(entry.video === null ? {} : { attachments: [{ url: entry.video.url, mime_type: entry.video.type }] }),
});
