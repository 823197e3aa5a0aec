/** A drag closes when it went this far, or this part of the height of what is dragged, whichever is less … */
const farPx = 120;
const farPart = 0.4;
/** … or when it ends this fast, however far. */
const fastPxPerMs = 0.5;
const leastPx = 24;
/** How long ago, in ms, a finger that rests before it is lifted was fast. */
const freshMs = 80;

interface Point {
  readonly clientX: number;
  readonly clientY: number;
}

/** A finger on its way. */
export interface Drag {
  readonly startX: number;
  readonly startY: number;
  /** How far down it is, in px. */
  readonly px: number;
  readonly at: number;
  /** Downwards, in px per ms. */
  readonly speed: number;
}

export const startDrag = ({ clientX, clientY }: Point, at: number): Drag => ({
  startX: clientX,
  startY: clientY,
  px: 0,
  at,
  speed: 0,
});

/** Whether the first move of a finger means down, not sideways or up. */
export const isDownwards = ({ startX, startY }: Drag, { clientX, clientY }: Point): boolean =>
  clientY > startY && clientY - startY >= Math.abs(clientX - startX);

/** The drag with the finger at another point, at a moment in ms. */
export function dragged(drag: Drag, { clientY }: Point, at: number): Drag {
  const px = Math.max(0, clientY - drag.startY);
  const ms = at - drag.at;
  const speed = ms > 0 ? (px - drag.px) / ms : drag.speed;
  return { ...drag, px, at, speed };
}

/** Whether letting go now closes what is so high. */
export function isFarEnough({ px, speed, at }: Drag, now: number, height: number): boolean {
  const fast = speed > fastPxPerMs && now - at < freshMs;
  return px > Math.min(farPx, height * farPart) || (px > leastPx && fast);
}
