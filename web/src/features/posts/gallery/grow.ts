import { flushSync } from 'react-dom';
import { prefersReducedMotion } from '../../../theme/media-queries.ts';
import styles from './GalleryViewer.module.css';

/** The motion under way, or what is left of the last one. */
let motion: Promise<unknown> = Promise.resolve();

/** Resolves when nothing grows any more; at once where nothing does. */
export const whenGrown = (): Promise<unknown> => motion;

/** Takes back what the last motion has set. The next one may begin before it has ended. */
let tidy = (): void => undefined;

/** Whether a picture can be seen at all: further down, or behind its page, nothing can grow from it or go back to it. */
function isSeen(picture: HTMLElement): boolean {
  const { top, bottom, left, right } = picture.getBoundingClientRect();
  return bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
}

/**
 * Changes what is shown, the picture moving from where `from` stands to where `to` stands afterwards. Where the browser
 * knows no view transitions, or somebody asked for less motion, it changes at once. What is pressed meanwhile is met:
 * nothing of the motion takes presses, and it ends in `--quick`.
 */
function move(from: HTMLElement | null, change: () => void, to: () => HTMLElement | null): void {
  const still = prefersReducedMotion();
  if (!from || !document.startViewTransition || still || !isSeen(from)) {
    change();
    return;
  }
  tidy();
  const { documentElement: root } = document;
  // Without it the whole page would be taken a picture of as well.
  root.classList.add(styles.still ?? '');
  // No class: React puts up its own anew where the picture comes in this moment.
  from.dataset.growing = '';
  from.closest('dialog')?.classList.add(styles.ground ?? '');
  let arrived: HTMLElement | null = null;
  // Frames wait until this is done, so nothing in it may wait, and little may be done.
  const transition = document.startViewTransition(() => {
    delete from.dataset.growing;
    flushSync(change);
    arrived = to();
    if (arrived) arrived.dataset.growing = '';
  });
  let isTidy = false;
  const end = () => {
    if (isTidy) return;
    isTidy = true;
    delete arrived?.dataset.growing;
    root.classList.remove(styles.still ?? '');
  };
  tidy = end;
  transition.ready.catch(() => undefined);
  motion = transition.finished.then(end, end);
}

/** Shows the viewer with its picture growing from the one in a tile. */
export function growFrom(tile: HTMLElement, show: () => void): void {
  move(tile.querySelector('img'), show, () => document.querySelector<HTMLElement>(`.${styles.opened}`));
}

/** Closes the viewer, its picture going back into a tile; one that cannot be seen takes nothing back. */
export function shrinkInto(tile: Element | null, picture: HTMLElement | null, close: () => void): void {
  const into = tile?.querySelector('img') ?? null;
  move(into && isSeen(into) ? picture : null, close, () => into);
}
