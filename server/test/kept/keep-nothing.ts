import type { Context, PlatformContext } from '../../src/platform/context.ts';
import { KeptValues } from '../../src/platform/kept/kept.ts';

/** What a server is opened with that makes every answer anew, over the database of `bare`. */
export const keepNothing = ({ db, clock }: Context): Partial<PlatformContext> => ({
  db,
  kept: new KeptValues({ db, clock, maxBytes: 0, maxAgeMs: 0, off: true }),
});
