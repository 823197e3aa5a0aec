import { type RefObject, useLayoutEffect, useRef } from 'react';
import { hapticTap } from '../native/haptics.ts';
import { useWideLayout } from '../theme/media-queries.ts';
import { type Drag, dragged, isDownwards, isFarEnough, startDrag } from './drag.ts';

/** What is moved by a finger of its own. */
const ownFinger = 'input[type="range"]';

/** What scrolls between the finger and the sheet, the innermost first. */
function* scrollersAt(target: Element, sheet: HTMLElement): Generator<Element> {
  for (let at: Element | null = target; at && at !== sheet; at = at.parentElement) {
    if (at.scrollHeight > at.clientHeight && /auto|scroll/.test(getComputedStyle(at).overflowY)) yield at;
  }
}

/**
 * Lets a bottom sheet follow the finger down: from anywhere in it where nothing can be scrolled up any more. Far or
 * fast enough it closes from where it is; else, or where the answer to closing is no, it goes back.
 */
export function useDragToClose(ref: RefObject<HTMLElement | null>, onClose: () => void): void {
  const wide = useWideLayout();
  const close = useRef(onClose);
  close.current = onClose;

  // Before the sheet is painted: what is seen can be dragged.
  useLayoutEffect(() => {
    const sheet = ref.current;
    if (!sheet || wide) return;
    let drag: Drag | null = null;
    let moving = false;
    let felt = false;

    const place = (px: number) => {
      sheet.style.translate = px > 0 ? `0 ${px}px` : '';
      sheet.style.setProperty('--dragged', String(Math.min(1, px / Math.max(1, sheet.offsetHeight))));
    };
    const settle = () => {
      sheet.classList.remove('dragging');
      place(0);
    };
    const begin = ({ touches, target, timeStamp }: TouchEvent) => {
      const [touch] = touches;
      drag = null;
      // A further finger: what the first one moved goes back.
      if (moving) settle();
      moving = false;
      if (!touch || touches.length > 1 || !(target instanceof Element) || target.closest(ownFinger)) return;
      if (document.activeElement === target && target.matches('input, textarea')) return;
      if ([...scrollersAt(target, sheet)].some((scroller) => scroller.scrollTop > 0)) return;
      drag = startDrag(touch, timeStamp);
      felt = false;
    };
    const move = (event: TouchEvent) => {
      const [touch] = event.touches;
      if (!drag || !touch) return;
      if (!moving && !isDownwards(drag, touch)) {
        drag = null;
        return;
      }
      // Where the browser scrolls already, the finger is its own.
      if (!event.cancelable && !moving) {
        drag = null;
        return;
      }
      event.preventDefault();
      moving = true;
      drag = dragged(drag, touch, event.timeStamp);
      sheet.classList.add('dragging');
      place(drag.px);
      const far = isFarEnough(drag, event.timeStamp, sheet.offsetHeight);
      if (far && !felt) hapticTap();
      felt = far;
    };
    const end = (event: TouchEvent) => {
      if (!drag || !moving) return;
      const closes = event.type === 'touchend' && isFarEnough(drag, event.timeStamp, sheet.offsetHeight);
      drag = null;
      moving = false;
      sheet.classList.remove('dragging');
      if (!closes) return settle();
      close.current();
      // Still open a moment later: the answer was no.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          if (sheet.isConnected && sheet.dataset.leaving === undefined) settle();
        }),
      );
    };
    sheet.addEventListener('touchstart', begin, { passive: true });
    sheet.addEventListener('touchmove', move, { passive: false });
    sheet.addEventListener('touchend', end);
    sheet.addEventListener('touchcancel', end);
    return () => {
      sheet.removeEventListener('touchstart', begin);
      sheet.removeEventListener('touchmove', move);
      sheet.removeEventListener('touchend', end);
      sheet.removeEventListener('touchcancel', end);
    };
  }, [ref, wide]);
}
