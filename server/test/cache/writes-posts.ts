import { type Act, ofPost, pictureOf, type Writes } from './act.ts';
import type { SiteState } from './site-state.ts';

async function draftOf(
  state: SiteState,
  { server }: Act,
  postType: 'richText' | 'gallery',
): Promise<string | undefined> {
  const { status, body } = await state.admin(server).call('posts.draft', { body: { postType } });
  if (status !== 200) return undefined;
  state.add('posts', body.data.postId);
  return body.data.postId;
}

export const postWrites = {
  draft: async (state, act) => {
    await draftOf(state, act, 'richText');
    return undefined;
  },
  publish: async (state, act) => {
    const id = await draftOf(state, act, 'richText');
    if (id === undefined) return undefined;
    const content = `<p>Post ${act.choice}</p>${act.choice % 3 === 0 ? `<p>${'long '.repeat(300)}</p>` : ''}`;
    const body = { content, adminOnlyVisibility: act.choice % 7 === 0 };
    return state.admin(act.server).call('posts.publish', { params: { id }, body });
  },
  publishGallery: async (state, act) => {
    const id = await draftOf(state, act, 'gallery');
    if (id === undefined) return undefined;
    const client = state.admin(act.server);
    const body = {
      imageData: pictureOf(act.choice),
      fileName: 'us.jpg',
      fileType: 'image/jpeg',
      draftId: id,
    };
    const uploaded = await client.call('media.uploadImageBase64', { body });
    if (uploaded.status !== 200) return uploaded;
    const mediaUrls = [uploaded.body.data.file.url];
    return client.call('posts.publish', { params: { id }, body: { mediaUrls, caption: `Us ${act.choice}` } });
  },
  edit: ofPost((client, id, { choice }) =>
    client.call('posts.update', { params: { id }, body: { title: `Title ${choice}` } }),
  ),
  hide: ofPost((client, id, { choice }) =>
    client.call('posts.update', { params: { id }, body: { adminOnlyVisibility: choice % 2 === 0 } }),
  ),
  remove: async (state, act) => {
    const answer = await ofPost((client, id) => client.call('posts.delete', { params: { id } }))(state, act);
    if (answer?.status === 200) state.posts.splice(act.what % state.posts.length, 1);
    return answer;
  },
  removeDrafts: (state, { server }) => state.admin(server).call('posts.deleteAllDrafts'),
  like: ofPost((client, postId) => client.call('posts.like', { body: { postId } }), 'anybody'),
  setLikes: ofPost((client, id, { choice }) =>
    client.call('posts.setLikes', { params: { id }, body: { likes: choice } }),
  ),
  setViews: ofPost((client, id, { choice }) =>
    client.call('posts.setViews', { params: { id }, body: { views: choice } }),
  ),
  view: ofPost((client, id) => client.call('views.record', { body: { postIds: [id] } }), 'anybody'),
  viewAsGuest: async (state, act) => {
    const viewerId = state.nextName();
    const record = ofPost((_, id) =>
      state.caller(act.server).call('views.record', { body: { postIds: [id], viewerId } }),
    );
    return record(state, act);
  },
} as const satisfies Writes;
