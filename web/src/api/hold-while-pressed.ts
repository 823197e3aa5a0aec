import { notifyManager } from '@tanstack/react-query';

/** How long a press holds answers back, in ms: a longer one is none that ends in a click, or its end was told to nobody. */
const longestMs = 700;
/** How long after its release it may become a click, in ms: that of a finger comes as an event of its own, or not at all. */
const untilClickMs = 50;

/**
 * While something is pressed, what answers change shows only after its click. What moves away between the press and its release
 * gets no click: the browser gives that to what both places lie in (UI Events, "click").
 */
export function holdAnswersWhilePressed(): void {
  let released = Promise.resolve();
  let release = () => {};
  const begin = () => {
    released = new Promise((resolve) => {
      release = resolve;
      setTimeout(resolve, longestMs);
    });
  };
  const end = () => release();
  addEventListener('pointerdown', begin, true);
  addEventListener('pointerup', () => setTimeout(release, untilClickMs), true);
  addEventListener('pointercancel', end, true);
  addEventListener('click', end, true);
  notifyManager.setScheduler((notify) => released.then(() => setTimeout(notify)));
}
