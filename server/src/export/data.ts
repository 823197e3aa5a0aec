import { deviceOf } from '../accounts/sessions/device.ts';
import type { Context } from '../platform/context.ts';
import type { Viewer } from '../platform/http/handler.ts';
import { isoTime } from '../platform/iso-time.ts';
import { pagesOf } from './pages.ts';
import {
  findProfile,
  listBlocks,
  listComments,
  listFormerUsernames,
  listLikes,
  listMedia,
  listMessages,
  listPasskeys,
  listPostFiles,
  listPosts,
  listReactions,
  listReports,
  listSessions,
  listVersions,
  type Window,
} from './store.ts';

type Entries = AsyncGenerator<object>;

const time = (at: number | null): string | null => (at === null ? null : isoTime(at));
/** Where a file lies in the archive. */
export const archivePath = (path: string): string => `media/${path}`;

async function* each<Row extends { readonly id: string }>(
  read: (window: Window) => Promise<readonly Row[]>,
  entries: (rows: readonly Row[]) => readonly object[] | Promise<readonly object[]>,
): Entries {
  for await (const rows of pagesOf(read)) yield* await entries(rows);
}

/** All that is somebody's, by kind: what stands in `data/<kind>.json` of the archive. */
export function dataOf(
  { db: { scan: read }, clock }: Context,
  viewer: Viewer,
): Readonly<Record<string, () => Entries>> {
  return {
    profile: async function* () {
      const {
        picture_path,
        created_at,
        notifications_off_until: until,
        ...profile
      } = await findProfile(read, viewer);
      yield {
        id: profile.id,
        username: profile.username,
        displayName: profile.display_name,
        former_usernames: (await listFormerUsernames(read, viewer)).map(({ username, changed_at }) => ({
          username,
          until: isoTime(changed_at),
        })),
        email: profile.email,
        email_verified_at: time(profile.email_verified_at),
        role: profile.role,
        picture: picture_path && archivePath(picture_path),
        created_at: isoTime(created_at),
        preferences: {
          language: profile.language,
          weekly_mail: profile.digest_since !== null,
          notifications_push: profile.notifications_push === 1,
          notifications_posts: profile.notifications_posts === 1,
          notifications_text: profile.notifications_text === 1,
          disabled_until: until !== null && until > clock.now() ? isoTime(until) : null,
        },
      };
    },
    posts: () =>
      each(
        (window) => listPosts(read, viewer, window),
        async (posts) => {
          const files = await listPostFiles(
            read,
            posts.map(({ id }) => id),
          );
          return posts.map(({ admin_only, published, content_format, ...post }) => ({
            ...post,
            format: content_format,
            admin_only: admin_only === 1,
            published: published === 1,
            created_at: isoTime(post.created_at),
            published_at: time(post.published_at),
            updated_at: isoTime(post.updated_at),
            media: files
              .filter(({ owner_id }) => owner_id === post.id)
              .map(({ role, alt, path }) => ({ as: role, file: archivePath(path), alt })),
          }));
        },
      ),
    comments: () =>
      each(
        (window) => listComments(read, viewer, window),
        async (comments) => {
          const former = await listVersions(
            read,
            comments.map(({ id }) => id),
          );
          return comments.map(({ title: _, caption: __, ...comment }) => ({
            ...comment,
            created_at: isoTime(comment.created_at),
            edited_at: time(comment.edited_at),
            former: former
              .filter(({ comment_id }) => comment_id === comment.id)
              .map(({ text, created_at }) => ({ text, created_at: isoTime(created_at) })),
          }));
        },
      ),
    messages: () =>
      each(
        (window) => listMessages(read, viewer, window),
        (messages) =>
          messages.map((message) => ({
            ...message,
            created_at: isoTime(message.created_at),
            read_at: time(message.read_at),
          })),
      ),
    likes: () =>
      each(
        (window) => listLikes(read, viewer, window),
        (likes) =>
          likes.map(({ id: _, ...like }) => ({
            ...like,
            created_at: isoTime(like.created_at),
            updated_at: isoTime(like.updated_at),
          })),
      ),
    'comment-likes': () =>
      each(
        (window) => listReactions(read, viewer, window),
        (said) => said.map(({ id: _, ...each }) => ({ ...each, created_at: isoTime(each.created_at) })),
      ),
    reports: () =>
      each(
        (window) => listReports(read, viewer, window),
        (reports) => reports.map(({ id: _, ...each }) => ({ ...each, created_at: isoTime(each.created_at) })),
      ),
    blocked: () =>
      each(
        (window) => listBlocks(read, viewer, window),
        (blocks) => blocks.map((block) => ({ ...block, created_at: isoTime(block.created_at) })),
      ),
    sessions: () =>
      each(
        (window) => listSessions(read, viewer, window),
        (sessions) =>
          sessions.map(({ user_agent, ...session }) => ({
            ...session,
            device: deviceOf(user_agent),
            created_at: isoTime(session.created_at),
            last_used_at: isoTime(session.last_used_at),
          })),
      ),
    passkeys: () =>
      each(
        (window) => listPasskeys(read, viewer, window),
        (passkeys) =>
          passkeys.map(({ synced, ...passkey }) => ({
            ...passkey,
            synced: synced === 1,
            created_at: isoTime(passkey.created_at),
            last_used_at: time(passkey.last_used_at),
          })),
      ),
    media: () =>
      each(
        (window) => listMedia(read, viewer, window),
        (media) =>
          media.map(({ path, created_at, ...each }) => ({
            ...each,
            file: archivePath(path),
            created_at: isoTime(created_at),
          })),
      ),
  };
}

/** A JSON array, an entry on each line, as it is read. */
export async function* jsonLines(entries: Entries): AsyncGenerator<string> {
  let before = '[\n';
  for await (const entry of entries) {
    yield `${before}${JSON.stringify(entry)}`;
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}
