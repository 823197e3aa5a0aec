import type { Site } from '@duet/contract/site/shapes';
import type { Context } from '../platform/context.ts';

/** What the site is called. */
export const siteName = 'Duet';

/** What anybody may know of the site (decisions §8, `GET /api/site`). Everybody reads; `DUET_REGISTRATION` says who joins. */
export const showSite = ({ config }: Context): Site => ({
  name: siteName,
  reading: 'everybody',
  joining: config.registration,
});
