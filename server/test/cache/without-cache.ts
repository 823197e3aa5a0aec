import { ValueCache } from '../../src/platform/cache/cache.ts';
import type { Context, PlatformContext } from '../../src/platform/context.ts';

/** What a server is opened with that makes every answer anew, over the database of `bare`. */
export const keepNothing = ({ db, clock }: Context): Partial<PlatformContext> => ({
  db,
  cache: new ValueCache({ db, clock, maxBytes: 0, maxAgeMs: 0, off: true }),
});
