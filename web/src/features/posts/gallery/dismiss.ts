/** A pull up or down closes when it went this far, or this fast. */
const farPx = 120;
const fastPxPerMs = 0.5;

export interface Pull {
  readonly dx: number;
  readonly dy: number;
  readonly ms: number;
}

/** Whether a finger pulls a picture up or down rather than to the side. */
export const isVertical = ({ dx, dy }: Pull): boolean =>
  Math.abs(dy) > 8 && Math.abs(dy) > 1.5 * Math.abs(dx);

/** Whether letting go now closes the viewer. */
export function dismisses(pull: Pull): boolean {
  const way = Math.abs(pull.dy);
  return isVertical(pull) && (way > farPx || (way > 24 && way / Math.max(1, pull.ms) > fastPxPerMs));
}
