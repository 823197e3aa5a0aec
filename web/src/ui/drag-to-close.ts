import type { PointerEvent, RefObject } from 'react';
import { useRef } from 'react';
import { useWide } from '../theme/wide.ts';

/** A drag closes when it went this far, or this fast. */
const farPx = 120;
const fastPxPerMs = 0.6;

interface Drag {
  readonly y: number;
  readonly at: number;
}

/** Lets a bottom sheet be pulled down by its head. Spread the answer onto the head. */
export function useDragToClose(sheet: RefObject<HTMLElement | null>, onClose: () => void) {
  const drag = useRef<Drag | null>(null);
  const wide = useWide();
  if (wide) return {};

  const move = (px: number) => {
    if (sheet.current) sheet.current.style.translate = px > 0 ? `0 ${px}px` : '';
  };
  const end = (event: PointerEvent) => {
    if (!drag.current) return;
    const px = event.clientY - drag.current.y;
    const fast = px / Math.max(1, event.timeStamp - drag.current.at) > fastPxPerMs;
    drag.current = null;
    if (event.type === 'pointerup' && (px > farPx || (px > 24 && fast))) onClose();
    else move(0);
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if ((event.target as Element).closest('button')) return;
      drag.current = { y: event.clientY, at: event.timeStamp };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent) => {
      if (drag.current) move(event.clientY - drag.current.y);
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
