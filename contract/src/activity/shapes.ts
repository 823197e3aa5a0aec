import { z } from 'zod';
import { personNames } from '../accounts/person-names.ts';
import { backupFailure } from '../backup/shapes.ts';
import { id, isoTime } from '../schemas.ts';

const activityType = z.enum(['comment', 'like', 'comment_like', 'comment_dislike']);
export type ActivityType = z.output<typeof activityType>;

/** product.md §3, Activity: what somebody did, as the admins see it. */
export const activity = z.object({
  _id: id,
  type: activityType,
  created_at: isoTime,
  /** The comment's text; for a post's like, how the post begins. */
  content: z.string(),
  user: z.object({ _id: id, ...personNames, profilePictureUrl: z.string().nullable() }),
  post: z.object({ _id: id }),
  /** What was written, liked or disliked; null for a post's like. */
  comment: z.object({ _id: id, content: z.string() }).nullable(),
});
export type Activity = z.output<typeof activity>;

/** What the site itself has to say to its admins: as long as it is so, whoever has looked at it. */
export const siteNotice = backupFailure.extend({ type: z.literal('backupFailed') });
export type SiteNotice = z.output<typeof siteNotice>;
