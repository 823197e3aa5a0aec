import type { Act, Write } from './act.ts';
import {
  betweenTwo,
  onAccount,
  onAuthor,
  onComment,
  onLike,
  onMessage,
  onOther,
  onPerson,
  onPost,
  onSite,
  type Shown,
  underPost,
} from './shown.ts';
import type { SiteState } from './site-state.ts';
import { adminWrites } from './writes-admin.ts';
import { passkeyWrites, secondStepWrites } from './writes-passkeys.ts';
import { authorWrites, peopleWrites, signIn } from './writes-people.ts';
import { postWrites } from './writes-posts.ts';
import { siteWrites } from './writes-site.ts';
import { commentWrites, messageWrites, newComment, threadWrites } from './writes-words.ts';

const groups = [
  { writes: { like: postWrites.like }, shown: onLike },
  { writes: postWrites, shown: onPost },
  { writes: newComment, shown: underPost },
  { writes: commentWrites, shown: onComment },
  { writes: messageWrites, shown: betweenTwo },
  { writes: threadWrites, shown: onMessage },
  { writes: peopleWrites, shown: onPerson },
  { writes: authorWrites, shown: onAuthor },
  { writes: passkeyWrites, shown: onAccount },
  { writes: adminWrites, shown: onOther },
  { writes: siteWrites, shown: onSite },
  { writes: secondStepWrites, shown: onSite },
] as const;

/** Everything that changes what an answer may show. */
const writes = {
  ...postWrites,
  ...newComment,
  ...commentWrites,
  ...messageWrites,
  ...threadWrites,
  ...peopleWrites,
  ...authorWrites,
  ...passkeyWrites,
  ...adminWrites,
  ...siteWrites,
  ...secondStepWrites,
} as const;

type WriteKind = keyof typeof writes;

/** One thing that somebody does. */
export interface Step extends Act {
  readonly kind: WriteKind;
}

/** How often each is done for once of the others. */
const weights: Readonly<Partial<Record<WriteKind, number>>> = {
  publish: 3,
  edit: 2,
  hide: 2,
  like: 5,
  view: 2,
  viewAsGuest: 2,
  comment: 5,
  editComment: 4,
  react: 4,
  message: 4,
  reply: 4,
  read: 4,
  signOut: 2,
  revokeToken: 2,
  makeToken: 5,
  endSessions: 2,
  role: 4,
  site: 3,
  username: 2,
  renamePerson: 2,
  renameAuthor: 2,
  picture: 2,
  passkey: 8,
  adminsNeedSecondStep: 2,
  register: 2,
  restorePerson: 2,
};

/** Each as often as it weighs. */
export const weighedKinds: readonly WriteKind[] = (Object.keys(writes) as WriteKind[]).flatMap((kind) =>
  Array.from({ length: weights[kind] ?? 1 }, () => kind),
);

export const shownOf = (state: SiteState, step: Step): Shown =>
  (groups.find((group) => step.kind in group.writes)?.shown ?? onSite)(state, step);

/** Does it; throws where the server failed in a way that no person causes. */
export async function write(state: SiteState, step: Step): Promise<void> {
  const run: Write = writes[step.kind];
  const first = await run(state, step);
  // As the app does.
  const again = first?.status === 401 || first?.body.code === 'PROOF_NEEDED';
  if (again) await signIn(state, step);
  const answer = again ? await run(state, step) : first;
  if (answer && answer.status >= 500) throw new Error(`${step.kind} was answered ${answer.status}`);
}
