import type { postsEndpoints } from '@duet/contract/posts/endpoints';
import { Failure } from '../platform/failure.ts';
import type { Handlers } from '../platform/http/handler.ts';
import { removePost } from './delete.ts';
import { showDetail } from './detail.ts';
import { createDraft } from './draft.ts';
import { deleteDrafts, showDrafts } from './drafts.ts';
import { showFeed } from './feed.ts';
import { likePost } from './like.ts';
import { publishPost } from './publish.ts';
import { setExtraCount } from './set-counts.ts';
import { changePost } from './update.ts';
import { showYears } from './years.ts';

export const postsHandlers: Handlers<typeof postsEndpoints> = {
  'posts.feed': async (context, { viewer, query }) => ({ data: await showFeed(context, query, viewer) }),
  'posts.years': async (context, { viewer }) => ({ data: { years: await showYears(context, viewer) } }),
  'posts.withoutId': async () => {
    throw new Failure('POST_ID_REQUIRED');
  },
  'posts.detail': async (context, { viewer, params }) => {
    const { post, entityTag } = await showDetail(context, params.id, viewer);
    return { data: { post }, entityTag };
  },
  'posts.draft': async (context, { viewer, body }) => {
    const post = await createDraft(context, viewer, body.postType);
    return { data: { postId: post._id, post } };
  },
  'posts.drafts': async (context) => ({ data: await showDrafts(context) }),
  'posts.deleteOldDrafts': async (context, call) => ({ data: await deleteDrafts(context, call, 'old') }),
  'posts.deleteAllDrafts': async (context, call) => ({ data: await deleteDrafts(context, call, 'all') }),
  'posts.publish': async (context, { viewer, params, body }) => {
    const post = await publishPost(context, viewer, params.id, body);
    return { postId: post._id, data: { post } };
  },
  'posts.update': async (context, { viewer, params, body, ifMatch }) => {
    const { post, entityTag } = await changePost(context, viewer, params.id, body, ifMatch);
    return { data: { post }, entityTag };
  },
  'posts.delete': async (context, call) => {
    await removePost(context, call, call.params.id, call.query.draft);
    return { data: {} };
  },
  'posts.like': async (context, { viewer, body }) => ({ data: await likePost(context, viewer, body) }),
  'posts.setLikes': async (context, { viewer, params, body, address }) => ({
    data: {
      post: await setExtraCount(context, viewer, params.id, { likes_extra: body.likes }, address, body.was),
    },
  }),
  'posts.setViews': async (context, { viewer, params, body, address }) => ({
    data: {
      post: await setExtraCount(context, viewer, params.id, { views_extra: body.views }, address, body.was),
    },
  }),
};
