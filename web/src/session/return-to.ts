import type { Location } from 'react-router-dom';

interface Arrival {
  readonly from: string;
}

/** What to hand to /login and /register as the location's state, so that they lead back here. */
export const arrivingFrom = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>): Arrival => ({
  from: pathname + search,
});

/** Where to go after signing in: back to where one was sent from, else the feed. Only ever inside the app. */
export function returnTo(state: unknown): string {
  const from = (state as Partial<Arrival> | null)?.from;
  const inside = typeof from === 'string' && /^\/(?![/\\])/.test(from) && !/^\/(login|register)\b/.test(from);
  return inside ? from : '/home';
}
