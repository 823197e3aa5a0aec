import { type Act, ofPost, pictureOf, type Writes } from './act.ts';
import type { World } from './world.ts';

async function draftOf(
  world: World,
  { server }: Act,
  postType: 'richText' | 'gallery',
): Promise<string | undefined> {
  const { status, body } = await world.admin(server).call('posts.draft', { body: { postType } });
  if (status !== 200) return undefined;
  world.add('posts', body.data.postId);
  return body.data.postId;
}

export const postWrites = {
  draft: async (world, act) => {
    await draftOf(world, act, 'richText');
    return undefined;
  },
  publish: async (world, act) => {
    const id = await draftOf(world, act, 'richText');
    if (id === undefined) return undefined;
    const content = `<p>Post ${act.choice}</p>${act.choice % 3 === 0 ? `<p>${'long '.repeat(300)}</p>` : ''}`;
    const body = { content, adminOnlyVisibility: act.choice % 7 === 0 };
    return world.admin(act.server).call('posts.publish', { params: { id }, body });
  },
  publishGallery: async (world, act) => {
    const id = await draftOf(world, act, 'gallery');
    if (id === undefined) return undefined;
    const client = world.admin(act.server);
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
  remove: async (world, act) => {
    const answer = await ofPost((client, id) => client.call('posts.delete', { params: { id } }))(world, act);
    if (answer?.status === 200) world.posts.splice(act.what % world.posts.length, 1);
    return answer;
  },
  removeDrafts: (world, { server }) => world.admin(server).call('posts.deleteAllDrafts'),
  like: ofPost((client, postId) => client.call('posts.like', { body: { postId } }), 'anybody'),
  setLikes: ofPost((client, id, { choice }) =>
    client.call('posts.setLikes', { params: { id }, body: { likes: choice } }),
  ),
  setViews: ofPost((client, id, { choice }) =>
    client.call('posts.setViews', { params: { id }, body: { views: choice } }),
  ),
  view: ofPost((client, id) => client.call('views.record', { body: { postIds: [id] } }), 'anybody'),
  viewAsGuest: async (world, act) => {
    const viewerId = world.nextName();
    const record = ofPost((_, id) =>
      world.caller(act.server).call('views.record', { body: { postIds: [id], viewerId } }),
    );
    return record(world, act);
  },
} as const satisfies Writes;
