import type { ReportReason } from '@duet/contract/comments/shapes';

/** The reasons as they travel, and the texts that people read. */
export const reasons = [
  { reason: 'Spam', label: 'comments.reasonSpam' },
  { reason: 'Inappropriate Content', label: 'comments.reasonInappropriate' },
  { reason: 'Harassment', label: 'comments.reasonHarassment' },
  { reason: 'Other', label: 'comments.reasonOther' },
] as const satisfies readonly { reason: ReportReason; label: string }[];

/** The text of a reason. */
export const reasonLabel = (wanted: ReportReason) =>
  reasons.find(({ reason }) => reason === wanted)?.label ?? 'comments.reasonOther';
