import { limits } from '@duet/contract/limits';
import type { YearOfPosts } from '@duet/contract/posts/shapes';

/** Where in the feed the newest post of a year stands: its page, from 1, and its place there, from 0. `years` is newest first. */
export function positionOfYear(years: readonly YearOfPosts[], year: number): { page: number; index: number } {
  const before = years.filter((each) => each.year > year).reduce((sum, { count }) => sum + count, 0);
  const size = limits.feed.pageSize;
  return { page: Math.floor(before / size) + 1, index: before % size };
}

/** For how many frames in a row a post has to stand where it should. */
const framesAtRest = 20;
/** How long a page of the feed may take until the post is on it, in ms. */
const patienceMs = 15_000;
/** What a person does who wants to be elsewhere. */
const presses = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

let stopLast = () => {};

function isAtTop(post: Element): boolean {
  const top = post.closest('main')?.getBoundingClientRect().top ?? 0;
  return Math.abs(post.getBoundingClientRect().top - top) <= 1;
}

/** Brings the post at a place of the feed's page to the top, as soon as it is there, and keeps it there until the page rests. */
export function scrollToPost(index: number): void {
  stopLast();
  const until = performance.now() + patienceMs;
  let rested = 0;
  let frame = requestAnimationFrame(look);
  for (const press of presses) addEventListener(press, stop, { passive: true });
  stopLast = stop;

  function look(): void {
    const post = document.querySelector(`[data-route="/home"]:not([hidden]) [data-index="${index}"]`);
    rested = post && isAtTop(post) ? rested + 1 : 0;
    if (rested === 0) post?.scrollIntoView({ block: 'start', behavior: 'instant' });
    if (rested >= framesAtRest || performance.now() > until) stop();
    else frame = requestAnimationFrame(look);
  }

  function stop(): void {
    cancelAnimationFrame(frame);
    for (const press of presses) removeEventListener(press, stop);
  }
}
