import { Client } from '../client.ts';
import { password } from '../harness.ts';
import { onceMore } from './reads.ts';
import { picked, type World } from './world.ts';

/** One thing that somebody does: at which server, who, to what, and a number for what is chosen besides. */
export interface Step {
  readonly kind: WriteKind;
  readonly server: number;
  readonly who: number;
  readonly what: number;
  readonly choice: number;
}

type Write = (world: World, step: Step) => Promise<Answered | undefined>;
interface Answered {
  readonly status: number;
}

const png = Buffer.from('a picture').toString('base64');

async function draftOf(
  world: World,
  { server }: Step,
  postType: 'richText' | 'gallery',
): Promise<string | undefined> {
  const { status, body } = await world.admin(server).call('posts.draft', { body: { postType } });
  if (status !== 200) return undefined;
  world.addPost(body.data.postId);
  return body.data.postId;
}

const ofPost =
  (
    run: (client: Client, id: string, step: Step) => Promise<Answered>,
    by: 'admin' | 'anybody' = 'admin',
  ): Write =>
  async (world, step) => {
    const id = picked(world.posts, step.what);
    const client = by === 'admin' ? world.admin(step.server) : world.as(step.who, step.server);
    return id === undefined ? undefined : run(client, id, step);
  };

const ofComment =
  (
    run: (client: Client, id: string, step: Step) => Promise<Answered>,
    by: 'admin' | 'anybody' = 'anybody',
  ): Write =>
  async (world, step) => {
    const id = picked(world.comments, step.what);
    const client = by === 'admin' ? world.admin(step.server) : world.as(step.who, step.server);
    return id === undefined ? undefined : run(client, id, step);
  };

/** Somebody else than the admin by whom all is set right. */
const ofPerson =
  (run: (client: Client, id: string, step: Step) => Promise<Answered>): Write =>
  async (world, step) => {
    const others = world.people.slice(1);
    const person = picked(others, step.what);
    return person && run(world.admin(step.server), person.id, step);
  };

/** Everything that changes what an answer may show. */
export const writes = {
  register: async (world, { server }) => {
    const username = world.nextName();
    const email = `${username}@example.org`;
    const body = { username, email, password };
    const answer = await new Client(world.servers.keeping[server] ?? '').call('accounts.register', { body });
    if (answer.status === 200) {
      const { user, token = '' } = answer.body.data;
      world.addPerson({ id: user._id, username, tokens: [token] });
    }
    return answer;
  },
  signIn: async (world, { server, who }) => {
    const person = world.person(who);
    const client = new Client(world.servers.keeping[server] ?? '');
    const answer = await client.call('accounts.login', { body: { username: person.username, password } });
    if (answer.status === 200) person.tokens.push(answer.body.data.token);
    return answer;
  },
  signOut: async (world, { server, who }) => {
    const person = world.person(who);
    // The last session of the admin stays.
    if (person.tokens.length < 2) return undefined;
    const [token = ''] = person.tokens.splice(0, 1);
    world.addEnded(token);
    return new Client(world.servers.keeping[server] ?? '', token).call('accounts.logout');
  },
  draft: async (world, step) => {
    await draftOf(world, step, 'richText');
    return undefined;
  },
  publish: async (world, step) => {
    const id = await draftOf(world, step, 'richText');
    if (id === undefined) return undefined;
    const content = `<p>Post ${step.choice}</p>${step.choice % 3 === 0 ? `<p>${'long '.repeat(300)}</p>` : ''}`;
    const body = { content, adminOnlyVisibility: step.choice % 7 === 0 };
    return world.admin(step.server).call('posts.publish', { params: { id }, body });
  },
  publishGallery: async (world, step) => {
    const id = await draftOf(world, step, 'gallery');
    if (id === undefined) return undefined;
    const client = world.admin(step.server);
    const body = {
      imageData: `${png}${step.choice}`,
      fileName: 'us.jpg',
      fileType: 'image/jpeg',
      draftId: id,
    };
    const uploaded = await client.call('media.uploadImageBase64', { body });
    if (uploaded.status !== 200) return uploaded;
    const mediaUrls = [uploaded.body.data.file.url];
    return client.call('posts.publish', {
      params: { id },
      body: { mediaUrls, caption: `Us ${step.choice}` },
    });
  },
  edit: ofPost((client, id, { choice }) =>
    client.call('posts.update', { params: { id }, body: { title: `Title ${choice}` } }),
  ),
  hide: ofPost((client, id, { choice }) =>
    client.call('posts.update', { params: { id }, body: { adminOnlyVisibility: choice % 2 === 0 } }),
  ),
  remove: ofPost((client, id) => client.call('posts.delete', { params: { id } })),
  removeDrafts: (world, { server }) => world.admin(server).call('posts.deleteAllDrafts'),
  like: ofPost((client, postId) => client.call('posts.like', { body: { postId } }), 'anybody'),
  setLikes: ofPost((client, id, { choice }) =>
    client.call('posts.setLikes', { params: { id }, body: { likes: choice } }),
  ),
  setViews: ofPost((client, id, { choice }) =>
    client.call('posts.setViews', { params: { id }, body: { views: choice } }),
  ),
  view: ofPost((client, id) => client.call('views.record', { body: { postIds: [id] } }), 'anybody'),
  viewAsGuest: ofPost(
    ({ url }, id, { choice }) =>
      new Client(url).call('views.record', { body: { postIds: [id], viewerId: `device ${choice}` } }),
    'anybody',
  ),
  comment: async (world, step) => {
    const postId = picked(world.posts, step.what);
    if (postId === undefined) return undefined;
    const body = { postId, text: `Comment ${step.choice}` };
    const answer = await world.as(step.who, step.server).call('comments.create', { body });
    if (answer.status === 200) world.addComment(answer.body.data.comment._id);
    return answer;
  },
  editComment: ofComment((client, id, { choice }) =>
    client.call('comments.update', { params: { id }, body: { text: `Again ${choice}` } }),
  ),
  removeComment: ofComment((client, id) => client.call('comments.delete', { params: { id } })),
  react: ofComment((client, id, { choice }) =>
    client.call('comments.like', { params: { id }, body: { action: choice % 2 ? 'like' : 'dislike' } }),
  ),
  report: ofComment((client, id) =>
    client.call('comments.report', { params: { id }, body: { reason: 'Spam' } }),
  ),
  handleReport: ofComment(
    (client, commentId, { choice }) =>
      client.call('comments.handleReport', {
        params: { commentId },
        body: { action: choice % 2 ? 'keep' : 'delete' },
      }),
    'admin',
  ),
  message: async (world, { server, who, what, choice }) => {
    const recipientId = world.person(what).id;
    const body = { recipientId, message: `Message ${choice}` };
    const answer = await world.as(who, server).call('messages.send', { body });
    if (answer.status === 200) world.addMessage(answer.body.data.message._id);
    return answer;
  },
  read: (world, { server, who, what }) =>
    world.as(who, server).call('messages.conversation', { params: { id: world.person(what).id } }),
  block: (world, { server, who, what }) =>
    world.as(who, server).call('messages.setBlock', { params: { userId: world.person(what).id } }),
  unblock: (world, { server, who, what }) =>
    world.as(who, server).call('messages.liftBlock', { params: { userId: world.person(what).id } }),
  picture: (world, { server, who, choice }) =>
    world.as(who, server).call('media.profilePicture', { body: { imageData: `${png}${choice}` } }),
  preferences: (world, { server, who, choice }) =>
    world.as(who, server).call('accounts.savePreferences', {
      body: { language: choice % 2 ? 'ro' : 'en', notifications_posts: choice % 3 === 0 },
    }),
  role: ofPerson((client, id, { choice }) =>
    client.call('accounts.changeUser', { params: { id }, body: { role: choice % 2 ? 'admin' : 'user' } }),
  ),
  password: ofPerson((client, id) =>
    client.call('accounts.changeUser', { params: { id }, body: { password } }),
  ),
  renamePerson: ofPerson((client, id, { choice }) =>
    client.call('accounts.changeUser', {
      params: { id },
      body: { displayName: choice % 3 ? `Name ${choice}` : '' },
    }),
  ),
  removePerson: ofPerson((client, id) => client.call('accounts.deleteUser', { params: { id } })),
  restorePerson: ofPerson((client, id) => client.call('accounts.restoreUser', { params: { id } })),
  removeOthers: async (world, { server, who }) => {
    const answer = await world.as(who, server).call('accounts.endOtherSessions');
    return answer;
  },
  activityRead: (world, { server }) => world.admin(server).call('activity.markRead'),
  cleanUp: (world, { server }) =>
    world.admin(server).call('cleanup.mediaExecute', {
      body: { directories: ['photos', 'videos', 'profile'], confirm: 'DELETE_UNUSED_MEDIA' },
    }),
} as const satisfies Readonly<Record<string, Write>>;

export type WriteKind = keyof typeof writes;

/** How often each is done for once of the others. */
export const weights: Readonly<Partial<Record<WriteKind, number>>> = {
  register: 2,
  publish: 4,
  edit: 3,
  hide: 3,
  like: 5,
  comment: 5,
  react: 3,
  message: 5,
  read: 3,
};

/** Does it; throws where the server failed in a way that no person causes. */
export async function write(world: World, step: Step): Promise<void> {
  const run: Write = writes[step.kind];
  const answer = await onceMore(() => run(world, step));
  if (answer && answer.status >= 500) throw new Error(`${step.kind} was answered ${answer.status}`);
}
