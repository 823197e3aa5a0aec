import { z } from 'zod';
import { personNames } from '../accounts/person-names.ts';
import { limits } from '../limits.ts';
import { pictureSources } from '../media/sources.ts';
import { plainText } from '../plain-text.ts';
import { id, isoTime } from '../schemas.ts';

export const postType = z.enum(['richText', 'gallery', 'video'], 'postTypeInvalid');
export type PostType = z.output<typeof postType>;

/** A picture or a video with what keeps the page from jumping while it loads (decisions §6). */
export const postMedia = z.object({
  url: z.string(),
  thumbnailUrl: z.string(),
  alt: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  placeholder: z.string(),
  /** Of a video: those of its poster. */
  sources: pictureSources.optional(),
  /** Seconds; videos only. */
  duration: z.number().optional(),
});
export type PostMedia = z.output<typeof postMedia>;

/** product.md §3, Post. The four counts at the end reach admins only (decisions §4, Counts). */
export const post = z.object({
  _id: id,
  postType,
  /** Clean HTML, or Editor.js block JSON as a string. */
  content: z.string(),
  /** A guest's text was cut to limits.guest.textCodePoints. */
  contentTruncated: z.boolean(),
  title: z.string(),
  caption: z.string(),
  user_id: id,
  ...personNames,
  profilePictureUrl: z.string().nullable(),
  user_created_at: isoTime,
  created_at: isoTime,
  updated_at: isoTime,
  mediaUrls: z.array(z.string()),
  media: z.array(postMedia),
  mediaUrl: z.string().nullable(),
  videoUrl: z.string().nullable(),
  thumbnailUrl: z.string().nullable(),
  imageUrl: z.string().nullable(),
  duration: z.number().nullable(),
  totalLikes: z.number().int(),
  hasUserLiked: z.boolean(),
  comment_count: z.number().int(),
  views: z.number().int(),
  totalViews: z.number().int(),
  adminOnlyVisibility: z.boolean(),
  published: z.boolean(),
  likes: z.number().int().optional(),
  realLikesCount: z.number().int().optional(),
  realViewsCount: z.number().int().optional(),
  views_extra: z.number().int().optional(),
  /** Of a video that has to be converted; its address is null until that is done. For admins. */
  processing: z
    .object({
      state: z.enum(['queued', 'running', 'failed', 'done']),
      /** Percent. */
      progress: z.number().int(),
      error: z.string().nullable(),
    })
    .optional(),
});
export type Post = z.output<typeof post>;

/** product.md §3, Pagination (posts). */
export const pagination = z.object({
  page: z.number().int(),
  limit: z.number().int(),
  hasMore: z.boolean(),
  totalCount: z.number().int(),
});
export type Pagination = z.output<typeof pagination>;

const rawBlock = z.object({
  type: z.string().max(50),
  data: z.record(z.string(), z.unknown()).default(() => ({})),
});
export type RawBlock = z.output<typeof rawBlock>;

/** Editor.js output as it is sent; blocks.ts says what of it is read (decisions §4, Rich text). */
export const blocks = z.object({ blocks: z.array(rawBlock).max(limits.richText.maxNodes) });

const mediaEntry = z.union(
  [
    z.string().max(2000),
    z.object({ url: z.string().max(2000), alt: plainText(limits.altText.maxChars).optional() }),
  ],
  'fieldInvalid',
);

/** What may be written to a post; every field by itself. */
const postFields = z.object({
  content: z.union([z.string(), blocks], 'fieldInvalid').optional(),
  title: plainText(limits.title.maxChars).optional(),
  caption: plainText(limits.caption.maxChars).optional(),
  mediaUrls: z.array(mediaEntry, 'fieldInvalid').max(limits.gallery.maxImages, 'tooManyImages').optional(),
  adminOnlyVisibility: z.boolean('fieldInvalid').optional(),
});

export const publishBody = postFields.extend({ postType: postType.optional() });
export const updateBody = postFields.extend({
  postType: postType.optional(),
  published: z.boolean('fieldInvalid').optional(),
});

/** Extra counts: an integer of 0 or more (product.md §5). */
export const extraCount = z
  .number('NEGATIVE_NUMBER')
  .int('NEGATIVE_NUMBER')
  .min(0, 'NEGATIVE_NUMBER')
  .max(limits.extraCount.max, 'NEGATIVE_NUMBER');

/** A year in which posts were published that still are. */
export const yearOfPosts = z.object({ year: z.number().int(), count: z.number().int() });
export type YearOfPosts = z.output<typeof yearOfPosts>;
