import { createECDH, randomBytes } from 'node:crypto';
import type { EndpointName } from '@duet/contract/endpoints';
import { password } from '../harness.ts';
import { peopleCalls } from './calls-of-people.ts';
import type { Fixtures } from './fixtures.ts';
import {
  type Asked,
  isAuthorOrAdmin,
  type Outcome,
  ofComments,
  ofPosts,
  plain,
  type Target,
} from './targets.ts';

/** The smallest picture there is. */
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const imageData = dot.toString('base64');

function pictureForm(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  form.set('image', new Blob([new Uint8Array(dot)], { type: 'image/png' }), 'us.png');
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

const id = (of: string): Asked => ({ params: { id: of } });

/** Pictures go to whatever post there is. */
const anyPost = (): Outcome => 'ok';

/** An upload of the caller's, and one of another admin's, which does not exist for the caller. */
function ofUploads(
  make: (sessionId: string, fixtures: Fixtures) => Asked | Promise<Asked>,
  own: Outcome,
): Target[] {
  return (['own', 'others', 'missing'] as const).map((whose) => ({
    name: `${whose} upload`,
    ask: async (fixtures, owner, fresh) => {
      const of = whose === 'own' ? owner : fixtures.ioana;
      // Only admins have uploads; of everybody else the call is refused before it is looked for.
      const hasNone = whose === 'missing' || of.user.role !== 'admin';
      return make(hasNone ? 'nowhere' : await fixtures.keptUpload(of, fresh), fixtures);
    },
    outcome: () => (whose === 'own' ? own : 'UPLOAD_NOT_FOUND'),
  }));
}

const subscription = {
  endpoint: 'https://push.example.org/matrix',
  keys: {
    p256dh: createECDH('prime256v1').generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url'),
  },
};

/** What of each call is tried. A row that stands here not is tried as to who may call it at all. */
export const calls: Readonly<Partial<Record<EndpointName, readonly Target[]>>> = {
  ...peopleCalls,
  'posts.feed': [
    plain(),
    plain((fixtures) => ({ query: { userId: fixtures.ioana.id, refresh: '1' } })),
    plain((fixtures) => ({ query: { userId: fixtures.waitingId } })),
  ],
  'posts.detail': ofPosts(id),
  'posts.withoutId': [plain({}, 'POST_ID_REQUIRED')],
  'posts.draft': [plain({ body: { postType: 'richText' } })],
  'posts.drafts': [plain()],
  'posts.deleteOldDrafts': [plain()],
  'posts.deleteAllDrafts': [plain()],
  'posts.publish': ofPosts(
    (of) => ({ ...id(of), body: { content: '<p>other words</p>' } }),
    (_, state) => (state === 'draft' ? 'ok' : 'WRONG_STATE'),
  ),
  'posts.update': ofPosts((of) => ({ ...id(of), body: { title: 'another title' } })),
  'posts.delete': ofPosts(id, ({ role }, state) =>
    role === 'admin' || state.startsWith('own') ? 'ok' : 'FORBIDDEN',
  ),
  'posts.like': ofPosts((postId) => ({ body: { postId } })),
  'posts.setLikes': ofPosts((of) => ({ ...id(of), body: { likes: 3 } })),
  'posts.setViews': ofPosts((of) => ({ ...id(of), body: { views: 3 } })),
  'videos.retry': ofPosts(id, () => 'WRONG_STATE'),
  // Answers the same whether or not it counts, so that nobody learns which posts there are.
  'views.record': ofPosts((of) => ({ body: { postIds: [of], viewerId: 'a device' } }), anyPost, 'ok'),
  'comments.list': ofPosts(id),
  'comments.create': ofPosts((postId) => ({ body: { postId, text: 'Nice' } })),
  'comments.update': ofComments(
    (of) => ({ ...id(of), body: { text: 'other words' } }),
    (_, state) => (state.startsWith('own') ? 'ok' : 'FORBIDDEN'),
  ),
  'comments.delete': ofComments(id, isAuthorOrAdmin),
  'comments.like': ofComments((of) => ({ ...id(of), body: { action: 'like' } })),
  'comments.report': ofComments(
    (of) => ({ ...id(of), body: { reason: 'Spam' } }),
    (_, state) => (state.startsWith('own') ? 'OWN_COMMENT' : 'ok'),
  ),
  'comments.history': ofComments(id, isAuthorOrAdmin),
  'comments.reports': [plain()],
  'comments.handleReport': ofComments((commentId) => ({ params: { commentId }, body: { action: 'keep' } })),
  'media.uploadImage': ofPosts((draftId) => ({ form: pictureForm({ draftId }) }), anyPost),
  'media.uploadImageBase64': ofPosts((draftId) => ({ body: { imageData, draftId } }), anyPost),
  'media.uploadGalleryImage': ofPosts((postId) => ({ form: pictureForm({ postId }) }), anyPost),
  'media.profilePicture': [
    plain({ body: { imageData } }),
    plain((_, owner) => ({ body: { imageData, userId: owner.id } })),
    plain((fixtures) => ({ body: { imageData, userId: fixtures.bogdan.id } }), 'FORBIDDEN', {
      name: "another's",
    }),
  ],
  'uploads.init': [
    plain({ body: { fileName: 'a.mp4', fileSize: 10, fileType: 'video/mp4' } }),
    plain(async (fixtures) => ({
      body: {
        fileName: 'a.mp4',
        fileSize: 10,
        fileType: 'video/mp4',
        postId: await fixtures.post('public', fixtures.ioana, false),
      },
    })),
  ],
  'uploads.open': [plain()],
  'uploads.status': ofUploads((sessionId) => ({ query: { sessionId } }), 'ok'),
  'uploads.cancel': ofUploads((sessionId) => ({ query: { sessionId } }), 'ok'),
  'uploads.chunk': ofUploads(
    (sessionId) => ({ query: { sessionId, chunkIndex: '0' }, bytes: new Uint8Array(4096) }),
    'ok',
  ),
  'uploads.finalize': ofUploads(
    async (sessionId, fixtures) => ({
      body: { sessionId, postId: await fixtures.post('draft', fixtures.ioana, true) },
    }),
    'WRONG_STATE',
  ),
  'uploads.finalizeWithPost': ofUploads((sessionId) => ({ body: { sessionId } }), 'CHUNKS_MISSING'),
  'push.key': [plain()],
  'push.subscribe': [plain({ body: subscription })],
  'push.unsubscribe': [plain({ body: { endpoint: subscription.endpoint } })],
  'activity.list': [plain(), plain({ query: { filter: 'all' } })],
  'activity.unreadCount': [plain()],
  'activity.markRead': [plain()],
  'cleanup.mediaStats': [plain()],
  'cleanup.mediaPreview': [plain()],
  'cleanup.mediaExecute': [
    plain({ body: { directories: ['photos'], confirm: 'DELETE_UNUSED_MEDIA' } }),
    plain({ body: { directories: ['photos'], confirm: 'no' } }, 'INVALID'),
  ],
  'audit.list': [plain(), plain({ query: { person: 'anca' } })],
  'dashboard.stats': [plain()],
  'site.show': [plain()],
  'site.settings': [plain()],
  'site.change': [
    plain({ body: { timeZone: 'Europe/Bucharest' } }),
    plain({ body: { name: '' } }, 'INVALID'),
  ],
  'posts.years': [plain()],
  'about.show': [plain()],
  'about.change': [plain({ body: { since: '2019-02-14' } }), plain({ body: { since: 'ever' } }, 'INVALID')],
  'site.requireSecondStep': [
    plain({ body: { required: false } }, 'ok', { proof: true }),
    plain({ body: { required: true } }, 'SECOND_STEP_REQUIRED', {
      proof: true,
      name: 'without one of their own',
    }),
  ],
  'feeds.show': [plain()],
  'feeds.renew': [plain()],
  'accounts.login': [
    plain(async (fixtures) => ({
      body: { username: (await fixtures.account('user')).user.username, password },
    })),
    plain({ body: { username: 'bogdan', password: 'Wrong!456' } }, 'LOGIN_FAILED'),
    plain({ body: { username: 'wanda_waits', password } }, 'ACCOUNT_WAITING', { name: 'waiting' }),
    plain({ body: { username: 'wanda_waits', password: 'Wrong!456' } }, 'LOGIN_FAILED', {
      name: 'waiting, wrong',
    }),
    plain({ body: { username: 'dan_deleted', password } }, 'LOGIN_FAILED', { name: 'deleted' }),
  ],
};
