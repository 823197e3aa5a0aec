const notCached = 'nothing is cached of the table';
const isNew = 'nothing was made of what was not there';
const ofTheWhole = 'what it is made of names them as well';

/** Why a function's narrowing of a table has no fault of its own: none could show. By file, function or row, and table. */
export const withoutFault: Readonly<Record<string, string>> = {
  'posts/store.ts addLike likes': 'what shows whose likes they are shows the count of the post as well',
  'accounts/store.ts insertUser users': isNew,
  'accounts/sessions/session-store.ts insertSession sessions': isNew,
  'accounts/sessions/session-store.ts touchSession sessions':
    'a session ends a day after its last use at the soonest, and is kept for ten minutes',
  'accounts/sessions/session-store.ts writeProvedAt sessions': 'no cached session has it',
  'accounts/personal-tokens/personal-token-store.ts insertToken personal_tokens': isNew,
  'accounts/personal-tokens/personal-token-store.ts touchToken personal_tokens': 'no token ends by its use',
  'accounts/new-accounts/waiting-store.ts deleteWaiting users':
    'whoever waits has no session, and wrote nothing; a deletion of a person counts as a change of everything',
  'accounts/names/identity-store.ts markVerified users':
    'the password that is written beside it concerns the same person',
  'accounts/sessions/known-device-store.ts noteDevices known_devices': notCached,
  'passkeys/store.ts insertPasskey passkeys': notCached,
  'passkeys/store.ts renamePasskey passkeys': notCached,
  'passkeys/store.ts advanceCounter passkeys': notCached,
  'passkeys/store.ts markCloned passkeys': notCached,
  'passkeys/store.ts deletePasskey passkeys': notCached,
  'passkeys/store.ts deletePasskeys passkeys': notCached,
  'passkeys/store.ts insertHandle passkey_handles': notCached,
  'cached-rows.ts posts.feed posts': ofTheWhole,
  'cached-rows.ts posts.feed users': ofTheWhole,
  'cached-rows.ts posts.feed likes': 'a like changes the count of its post',
  'cached-rows.ts posts.detail posts': ofTheWhole,
  'cached-rows.ts posts.detail users': ofTheWhole,
  'cached-rows.ts posts.detail likes': 'a like changes the count of its post',
  'posts/feed.ts shareFeed likes': 'a like changes the count of its post',
  'posts/detail.ts shareDetail likes': 'a like changes the count of its post',
  'posts/link-preview.ts cachedPostTags posts': 'what is narrowed of posts are counts, which no head has',
};
