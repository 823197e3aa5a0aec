/** As whom somebody is judged. */
export interface Who {
  readonly role: 'guest' | 'user' | 'admin';
  readonly username: string | null;
}

/** Texts that stand in one place of the site each, to be looked for in every answer. */
export const marks = {
  siteLine: 'mark-site-line',
  story: 'mark-story',
  post: 'mark-public-post',
  hiddenPost: 'mark-hidden-post',
  draft: 'mark-draft',
  deletedPost: 'mark-deleted-post',
  comment: 'mark-comment',
  formerComment: 'mark-former-comment',
  hiddenComment: 'mark-hidden-comment',
  message: 'mark-message',
  waitingName: 'wanda_waits',
  fileName: 'mark-file-name',
  note: 'mark-note-of-an-invitation',
  tokenName: 'mark-name-of-a-token',
} as const;

type Mark = keyof typeof marks;

const admins = ({ role }: Who): boolean => role === 'admin';
const nobody = (): boolean => false;
const readers = ({ role }: Who, isPrivate: boolean): boolean => role !== 'guest' || !isPrivate;

/** Who may find each in an answer. */
const mayFind: Readonly<Record<Mark, (who: Who, isPrivate: boolean) => boolean>> = {
  siteLine: readers,
  story: readers,
  post: readers,
  hiddenPost: admins,
  draft: admins,
  deletedPost: nobody,
  comment: readers,
  // Its author is none of those who call.
  formerComment: admins,
  hiddenComment: admins,
  // Between two others: no admin reads it either.
  message: nobody,
  waitingName: admins,
  // An upload is its owner's alone, who is none of those who call.
  fileName: nobody,
  note: admins,
  tokenName: nobody,
};

/** Addresses of people by their names; each for the person and admins. */
const emails = ['ioana', 'matei', 'anca', 'bogdan', 'dan_deleted', 'roxana', 'wanda', 'tudor'] as const;

/** What somebody finds in an answer and may not. `more` are secrets that nobody may find. */
export function leaksIn(
  text: string,
  who: Who,
  isPrivate: boolean,
  more: Readonly<Record<string, string>> = {},
): string[] {
  const found = (Object.keys(marks) as Mark[]).filter(
    (mark) => text.includes(marks[mark]) && !mayFind[mark](who, isPrivate),
  );
  const foreign = emails.filter(
    (name) => text.includes(`${name}@example.org`) && who.role !== 'admin' && who.username !== name,
  );
  const secrets = Object.keys(more).filter((name) => text.includes(more[name] ?? ''));
  return [...found, ...foreign.map((name) => `email of ${name}`), ...secrets];
}
