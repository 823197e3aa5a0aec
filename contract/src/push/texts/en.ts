/** What a notification says. Quiet ones say who and what, never the words; `{count}` begins at two. */
export const en = {
  message: 'Sent you a message.',
  messages: { one: '{count} new message', other: '{count} new messages' },
  postRichText: 'Shared a new post.',
  postGallery: 'Shared new pictures.',
  postVideo: 'Shared a new video.',
  posts: { one: '{count} new post', other: '{count} new posts' },
  comment: 'Wrote a comment.',
  comments: { one: '{count} new comment', other: '{count} new comments' },
  report: 'A comment was reported',
  reportFor: 'Reason: {reason}',
  reports: { one: '{count} new report', other: '{count} new reports' },
  waiting: 'Would like to join.',
  waitings: { one: '{count} person would like to join', other: '{count} people would like to join' },
  reasonSpam: 'Spam',
  reasonInappropriate: 'Inappropriate Content',
  reasonHarassment: 'Harassment',
  reasonOther: 'Other',
} as const;

type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>;
type English = typeof en;

/** The sentences of a language, those with a number in all of its plurals. */
export type PushTexts = { readonly [Key in keyof English]: English[Key] extends string ? string : Forms };
