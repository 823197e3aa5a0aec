import type { videoEndpoints } from '@duet/contract/uploads/endpoints';
import type { Handlers } from '../platform/http/handler.ts';
import { finalizeVideo, finalizeWithPost } from './finish-video.ts';
import { retryVideo } from './retry-video.ts';

export const videoHandlers: Handlers<typeof videoEndpoints> = {
  'uploads.finalize': async (context, { viewer, body, ifMatch }) => {
    const { entityTag, ...data } = await finalizeVideo(context, viewer, body, ifMatch);
    return { postId: data.post._id, data, entityTag };
  },
  'uploads.finalizeWithPost': async (context, { viewer, body }) => {
    const data = await finalizeWithPost(context, viewer, body);
    return { postId: data.post._id, data };
  },
  'videos.retry': async (context, { viewer, params }) => ({
    data: { post: await retryVideo(context, viewer, params.id) },
  }),
};
