import { type PointerEvent, useEffect, useRef, useState } from 'react';
import type { GalleryItem } from './gallery-item.ts';

const mouseSlackPx = 6;
const touchHoldMs = 280;
const touchSlackPx = 10;

interface Held {
  readonly key: string;
  readonly x: number;
  readonly y: number;
  readonly timer: ReturnType<typeof setTimeout> | undefined;
}

interface Reorder {
  /** The key of what is being dragged. */
  readonly dragged: string | null;
  /** For the surface of an item by which it is dragged. */
  readonly handleOf: (key: string) => { readonly onPointerDown: (event: PointerEvent) => void };
}

/** The item under a point, by the attribute that each carries. */
const keyAt = (x: number, y: number): string | undefined =>
  document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-item]')?.dataset.item;

/**
 * Dragging items to another place: with a mouse at once, with a finger after a short hold, so that scrolling stays
 * scrolling. The item takes its new place while it is dragged.
 */
export function useReorder(moveTo: (key: string, overKey: string) => void): Reorder {
  const held = useRef<Held | null>(null);
  const draggedNow = useRef<string | null>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  const move = useRef(moveTo);
  move.current = moveTo;

  function begin(key: string): void {
    draggedNow.current = key;
    setDragged(key);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: listens as long as the form is there
  useEffect(() => {
    const end = () => {
      clearTimeout(held.current?.timer);
      held.current = null;
      draggedNow.current = null;
      setDragged(null);
    };
    const onMove = ({ clientX, clientY, pointerType }: globalThis.PointerEvent) => {
      if (!held.current) return;
      const { key, x, y } = held.current;
      const distance = Math.hypot(clientX - x, clientY - y);
      if (draggedNow.current) return over(clientX, clientY);
      if (pointerType === 'mouse' && distance > mouseSlackPx) begin(key);
      else if (pointerType !== 'mouse' && distance > touchSlackPx) end();
    };
    const over = (x: number, y: number) => {
      const key = keyAt(x, y);
      if (!key || !draggedNow.current || key === draggedNow.current) return;
      move.current(draggedNow.current, key);
      document.querySelector(`[data-item="${CSS.escape(key)}"]`)?.scrollIntoView({ block: 'nearest' });
    };
    // A page that scrolls takes the finger away; while something is dragged it must not.
    const onTouchMove = (event: TouchEvent) => {
      if (draggedNow.current) event.preventDefault();
    };
    addEventListener('pointermove', onMove);
    addEventListener('pointerup', end);
    addEventListener('pointercancel', end);
    addEventListener('touchmove', onTouchMove, { passive: false });
    return () => {
      end();
      removeEventListener('pointermove', onMove);
      removeEventListener('pointerup', end);
      removeEventListener('pointercancel', end);
      removeEventListener('touchmove', onTouchMove);
    };
  }, []);

  const handleOf = (key: string) => ({
    onPointerDown({ clientX: x, clientY: y, pointerType, button }: PointerEvent) {
      if (button !== 0) return;
      const timer = pointerType === 'mouse' ? undefined : setTimeout(() => begin(key), touchHoldMs);
      held.current = { key, x, y, timer };
    },
  });

  return { dragged, handleOf };
}

type Side = 'left' | 'right';

/**
 * Keeps the focus on the button that has moved a picture, for whoever orders by keys: an element that is put elsewhere
 * loses it. At an end, where that button rests, the other one gets it.
 */
export function useMovedFocus(items: readonly GalleryItem[]): (key: string, side: Side) => void {
  const wanted = useRef<{ key: string; side: Side } | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each new order may have moved it
  useEffect(() => {
    if (!wanted.current) return;
    const { key, side } = wanted.current;
    wanted.current = null;
    const tile = document.querySelector(`[data-item="${CSS.escape(key)}"]`);
    const button = tile?.querySelector<HTMLElement>(`[data-move=${side}]:enabled`);
    (button ?? tile?.querySelector<HTMLElement>('[data-move]:enabled'))?.focus();
  }, [items]);

  return (key, side) => {
    wanted.current = { key, side };
  };
}
