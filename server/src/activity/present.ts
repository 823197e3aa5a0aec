import type { Activity } from '@duet/contract/activity/shapes';
import type { Person } from '../accounts/person.ts';
import { isoTime } from '../platform/iso-time.ts';
import { actId } from './act-id.ts';
import type { Act } from './store.ts';

/** What an act is about. */
export interface Subject {
  readonly postId: string;
  /** What was written, liked or disliked; null for a post's like. */
  readonly comment: { readonly id: string; readonly text: string } | null;
  readonly content: string;
}

export const presentActivity = (act: Act, person: Person, subject: Subject): Activity => ({
  _id: actId(act),
  type: act.type,
  created_at: isoTime(act.at),
  content: subject.content,
  user: {
    _id: person.id,
    username: person.username,
    displayName: person.displayName,
    profilePictureUrl: person.profilePictureUrl,
  },
  post: { _id: subject.postId },
  comment: subject.comment && { _id: subject.comment.id, content: subject.comment.text },
});
