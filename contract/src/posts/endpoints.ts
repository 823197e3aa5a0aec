import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { clientId, id, queryInteger } from '../schemas.ts';
import { draftCleanup, draftSummary } from './draft-list.ts';
import { extraCount, pagination, post, postType, publishBody, updateBody, yearOfPosts } from './shapes.ts';

const postId = z.string('POST_ID_REQUIRED').min(1, 'POST_ID_REQUIRED');
const params = z.object({ id });
/** The count that the caller saw; another one by now is CHANGED_MEANWHILE. */
const wasCount = extraCount.optional();

export const postsEndpoints = {
  'posts.feed': endpoint({
    method: 'GET',
    path: '/api/posts',
    access: 'anyone',
    does: 'A page of published posts, of everybody or with `userId` of one person; a guest gets at most 1000 characters of each text.',
    query: z.object({
      page: queryInteger(1, 1_000_000, 1),
      limit: queryInteger(1, limits.feed.maxPageSize, limits.feed.pageSize),
      sort: z.enum(['created_at'], 'fieldInvalid').optional(),
      order: z.enum(['asc', 'desc'], 'fieldInvalid').optional(),
      /** The author; nobody's id answers an empty page. */
      userId: z.string().min(1, 'fieldInvalid').max(100, 'fieldInvalid').optional(),
      /** Asks past every cache; the value has no meaning. */
      refresh: z.string().optional(),
    }),
    data: z.object({ posts: z.array(post), pagination }),
  }),
  'posts.years': endpoint({
    method: 'GET',
    path: '/api/years',
    access: 'anyone',
    does: 'How many posts of each year the feed of the caller holds, newest year first. Days are those of UTC.',
    data: z.object({ years: z.array(yearOfPosts) }),
  }),
  'posts.detail': endpoint({
    method: 'GET',
    path: '/api/posts/{id}',
    access: 'anyone',
    does: 'One post, cut for guests as in the feed.',
    params,
    data: z.object({ post }),
    errors: ['POST_NOT_FOUND'],
    entityTag: 'answered',
  }),
  'posts.withoutId': endpoint({
    method: 'GET',
    path: '/api/posts/',
    access: 'anyone',
    does: 'Refuses: an address whose id was forgotten.',
    data: z.object({}),
    errors: ['POST_ID_REQUIRED'],
  }),
  'posts.draft': endpoint({
    method: 'POST',
    path: '/api/posts/draft',
    access: 'admin',
    does: 'Makes an empty draft that uploads and the publish call refer to.',
    body: z.object({ postType }),
    data: z.object({ postId: id, post }),
  }),
  'posts.drafts': endpoint({
    method: 'GET',
    path: '/api/posts/drafts',
    access: 'admin',
    does: 'Every draft of everybody, the newest first, and how many of them are old: at least 7 days.',
    data: draftSummary,
  }),
  'posts.deleteOldDrafts': endpoint({
    method: 'DELETE',
    path: '/api/posts/drafts/cleanup',
    access: 'admin',
    does: 'Deletes the drafts that are at least 7 days old. The files that only they refer to stay for 24 hours, for the media cleanup to delete.',
    data: draftCleanup,
  }),
  'posts.deleteAllDrafts': endpoint({
    method: 'DELETE',
    path: '/api/posts/drafts/cleanup-all',
    access: 'admin',
    does: 'Deletes every draft. The files that only they refer to stay for 24 hours, for the media cleanup to delete.',
    data: draftCleanup,
  }),
  'posts.publish': endpoint({
    method: 'PUT',
    path: '/api/posts/{id}/publish',
    access: 'admin',
    does: 'Publishes a draft with its content or pictures. The same content again answers the same post, other content 409. A 409 with MEDIA_GONE names the files in `missingMedia`.',
    params,
    body: publishBody,
    bodyLimit: limits.body.post,
    data: z.object({ post }),
    top: z.object({ postId: id }),
    errors: ['POST_NOT_FOUND', 'CONTENT_REQUIRED', 'WRONG_STATE', 'MEDIA_GONE'],
  }),
  'posts.update': endpoint({
    method: 'PUT',
    path: '/api/posts/{id}',
    access: 'admin',
    does: 'Changes the fields that are sent; a published post never goes back to draft.',
    params,
    body: updateBody,
    bodyLimit: limits.body.post,
    data: z.object({ post }),
    errors: ['POST_NOT_FOUND', 'CONTENT_REQUIRED', 'WRONG_STATE', 'MEDIA_GONE', 'CHANGED_MEANWHILE'],
    entityTag: 'matched',
  }),
  'posts.delete': endpoint({
    method: 'DELETE',
    path: '/api/posts/{id}',
    access: 'signedIn',
    does: "Deletes a post or a draft with all that hangs on it; the owner's or an admin's call. With `draft=true` only a draft: 409 where it has been published meanwhile. What was uploaded for a draft stays for 24 hours.",
    params,
    query: z.object({
      draft: z
        .enum(['true', 'false'], 'fieldInvalid')
        .optional()
        .transform((value) => value === 'true'),
    }),
    data: z.object({}),
    errors: ['POST_NOT_FOUND', 'FORBIDDEN', 'SECOND_STEP_REQUIRED', 'WRONG_STATE'],
  }),
  'posts.like': endpoint({
    method: 'POST',
    path: '/api/likes',
    access: 'signedIn',
    does: 'Likes a post: once for a person, again and again for an admin; the same `clientId` again adds none.',
    body: z.object({ postId, clientId: clientId.optional() }),
    data: z.object({
      hasUserLiked: z.boolean(),
      totalLikes: z.number().int(),
      realLikesCount: z.number().int().optional(),
    }),
    errors: ['POST_NOT_FOUND', 'POST_ID_REQUIRED'],
    rateLimit: 'likes',
  }),
  'posts.setLikes': endpoint({
    method: 'PUT',
    path: '/api/posts/{id}/set-likes',
    access: 'admin',
    does: 'Sets the extra likes that are added to the real ones; where `was` is sent, only if they are as many.',
    params,
    body: z.object({ likes: extraCount, was: wasCount }),
    data: z.object({ post }),
    errors: ['POST_NOT_FOUND', 'NEGATIVE_NUMBER', 'CHANGED_MEANWHILE'],
  }),
  'posts.setViews': endpoint({
    method: 'PUT',
    path: '/api/posts/{id}/set-views',
    access: 'admin',
    does: 'Sets the extra views that are added to the real ones; where `was` is sent, only if they are as many.',
    params,
    body: z.object({ views: extraCount, was: wasCount }),
    data: z.object({ post }),
    errors: ['POST_NOT_FOUND', 'NEGATIVE_NUMBER', 'CHANGED_MEANWHILE'],
  }),
};
