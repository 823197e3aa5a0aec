import { flushSync } from 'react-dom';
import styles from './GalleryViewer.module.css';

/** How long a picture may take to be there; whoever pressed does not wait for a motion. */
const patienceMs = 120;

const late = () => new Promise<void>((resolve) => setTimeout(resolve, patienceMs));

/** Whoever waits for the viewer's first picture. */
let waiting: ((picture: HTMLImageElement) => void) | null = null;

/** Tells that a picture stands in the viewer. */
export function pictureStands(picture: HTMLImageElement | null): void {
  if (picture) waiting?.(picture);
}

/**
 * Shows the viewer with its picture growing from the one in a tile, where the browser knows view transitions and nobody
 * asked for less motion; else the viewer shows as it does. What is pressed meanwhile is met: nothing of the motion takes
 * presses, and it ends in `--quick`.
 */
export function growFrom(tile: HTMLElement, show: () => void): void {
  const picture = tile.querySelector('img');
  if (!picture || !document.startViewTransition || matchMedia('(prefers-reduced-motion: reduce)').matches) {
    show();
    return;
  }
  const { documentElement: root } = document;
  const named: HTMLElement[] = [];
  const name = (element: HTMLElement) => {
    element.classList.add(styles.growing ?? '');
    named.push(element);
  };
  // Without it the whole page would be taken a picture of as well.
  root.classList.add(styles.still ?? '');
  name(picture);
  // Frames wait until this is done, so nothing in it may wait for one.
  const transition = document.startViewTransition(async () => {
    picture.classList.remove(styles.growing ?? '');
    const decoded = new Promise<unknown>((resolve) => {
      waiting = (grown) => {
        name(grown);
        resolve(grown.decode().catch(() => undefined));
      };
    });
    flushSync(show);
    await Promise.race([decoded, late()]);
    waiting = null;
  });
  const end = () => {
    for (const element of named) element.classList.remove(styles.growing ?? '');
    root.classList.remove(styles.still ?? '');
  };
  transition.ready.catch(() => undefined);
  transition.finished.then(end, end);
}
