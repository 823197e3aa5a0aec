import { type PointerEvent, type RefObject, useRef } from 'react';
import { dismisses, isVertical, type Pull } from './dismiss.ts';

interface Start {
  readonly x: number;
  readonly y: number;
  readonly at: number;
  readonly id: number;
}

/** Lets a finger pull what is shown up or down to close it. Spread the answer onto the element that is touched. */
export function useDismissDrag(moved: RefObject<HTMLElement | null>, enabled: boolean, onClose: () => void) {
  const start = useRef<Start | null>(null);
  if (!enabled) return {};

  const pullOf = (event: PointerEvent, from: Start): Pull => ({
    dx: event.clientX - from.x,
    dy: event.clientY - from.y,
    ms: event.timeStamp - from.at,
  });
  const move = (dy: number) => {
    if (!moved.current) return;
    moved.current.style.translate = dy === 0 ? '' : `0 ${dy}px`;
    moved.current.style.opacity = dy === 0 ? '' : String(Math.max(0.3, 1 - Math.abs(dy) / 500));
  };
  const end = (event: PointerEvent) => {
    const from = start.current;
    start.current = null;
    if (!from || from.id !== event.pointerId) return;
    if (event.type === 'pointerup' && dismisses(pullOf(event, from))) onClose();
    else move(0);
  };
  return {
    onPointerDown: (event: PointerEvent) => {
      const isFinger = event.pointerType !== 'mouse' && event.isPrimary;
      start.current = isFinger
        ? { x: event.clientX, y: event.clientY, at: event.timeStamp, id: event.pointerId }
        : null;
    },
    onPointerMove: (event: PointerEvent) => {
      const from = start.current;
      if (!from || from.id !== event.pointerId) return;
      const pull = pullOf(event, from);
      if (isVertical(pull)) move(pull.dy);
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
