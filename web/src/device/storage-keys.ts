/**
 * The names under which this device keeps things. Browsers hold what stands under them: a name that changes loses it, unless
 * the former one goes on being read.
 */

/** The session's token (secret storage in the native app), and the person it stands for. */
export const tokenKey = 'duet.token';
export const userKey = 'duet.user';
/** Why the last session of this device ended, for its other tabs. */
export const endReasonKey = 'duet.end-reason';
/** A guest's choices. */
export const languageKey = 'duet.language';
export const themeKey = 'duet.theme';
/** The address that somebody wanted before signing in (`sessionStorage`). */
export const wantedKey = 'duet.wanted';
/** A sign-in that waits for its second step (`sessionStorage`). */
export const pendingSignInKey = 'duet.sign-in';

/** Whom this device notifies; the keys of the native app's subscription (secret storage). */
export const pushKey = 'duet.push';
export const pushKeysKey = 'duet.push-keys';
/** Set at the first start of the native app. */
export const installedKey = 'duet.installed';

/** What was seen: the feed's newest page, other answers of a viewer, views that are counted, and a guest's id for them. */
export const feedKey = 'duet.feed';
export const seenKey = (viewer: string, what: string): string => `${seenPrefix}${viewer}.${what}`;
export const seenPrefix = 'duet.seen.';
export const viewsKey = 'duet.views';
export const guestViewerKey = 'duet.viewer';
/** How loud the last video was. */
export const soundKey = 'duet.sound';

/** What is being written. */
export const commentDraftKey = (userId: string | null, postId: string): string =>
  `duet.draft.comment.${userId ?? 'guest'}.${postId}`;
export const editedCommentKey = (commentId: string): string => `duet.draft.edited-comment.${commentId}`;
export const messageDraftKey = (userId: string, partnerId: string): string =>
  `duet.draft.message.${userId}.${partnerId}`;
export const displayNameKey = (userId: string): string => `duet.draft.display-name.${userId}`;
export const usernameKey = (userId: string): string => `duet.draft.username.${userId}`;
export const siteDraftKey = (adminId: string): string => `duet.draft.site.${adminId}`;
export const newPersonKey = (adminId: string): string => `duet.new-person.${adminId}`;
/** One new post of a type per person; an edit has its own place per post. */
export const newPostKey = (userId: string, postType = 'richText'): string =>
  `duet.compose.${postType}.${userId}`;
export const editedPostKey = (userId: string, postId: string): string =>
  `duet.compose.edit.${userId}.${postId}`;
export const aboutKey = (userId: string): string => `duet.compose.about.${userId}`;
/** The draft that a form has sent to be published. */
export const publishRequestKey = (form: string): string => `duet.asked.${form}`;

/** What waits for the server: each entry under `duet.outbox.<person>.<clientId>`. */
export const outboxPrefix = 'duet.outbox';
/** Where versions before kept comments and likes that wait. */
export const legacyCommentsPrefix = 'duet.unsent-comment';
export const legacyLikesKey = 'duet.unsent-likes';

/** The IndexedDB of picked files, and its one store. */
export const filesDatabase = { name: 'duet', store: 'files' } as const;
