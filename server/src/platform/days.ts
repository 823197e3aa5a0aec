import { dayMs } from '@duet/contract/limits';

/** The day of a moment (ms since 1970), as whole days since 1970, UTC. */
export const dayOf = (time: number): number => Math.floor(time / dayMs);

/** `2026-11-20` */
export const dateOfDay = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);
