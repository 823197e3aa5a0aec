/** What every seeded site has, whatever the number of its posts. */
export const seeded = {
  people: 2000,
  /** The newest posts, which everybody has liked and commented on. */
  hotPosts: 200,
  hotLikes: 100,
  hotComments: 5,
  /** Of the third newest post that everybody sees. */
  manyComments: 120,
  /** Every so many-th post is for admins alone. */
  adminOnlyEvery: 50,
  pictures: 3000,
  videos: 500,
  profilePictures: 600,
  /** Of the first person. */
  conversations: 50,
  longThread: 1000,
  shortThread: 20,
  /** Messages that wait for the first person, from each of some partners. */
  unread: 3,
  /** Between two posts. */
  stepMs: 5 * 60_000,
} as const;

/** An id as Duet makes them (UUIDv7): `time` in ms since 1970, `n` makes it one of a kind. */
export function idOf(time: number, n: number): string {
  const hex = time.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-${n.toString(16).padStart(12, '0')}`;
}

const peopleSince = Date.UTC(2020, 0, 1);

export const personTime = (n: number): number => peopleSince + n * 60_000;
export const personId = (n: number): string => idOf(personTime(n), n);
/** Who writes the posts; the people with the numbers 0 and 1 after them are an inbox's owner and the long thread's partner. */
export const authors = [0, 1] as const;
/** Whose inbox and threads are asked for. */
export const reader = 2;
/** The first of those who have liked nothing of the newest posts yet. */
export const firstWriter = 500;
