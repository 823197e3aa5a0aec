import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { viewsBody } from './shapes.ts';

export const viewsEndpoints = {
  'views.record': endpoint({
    method: 'POST',
    path: '/api/posts/view',
    access: 'anyone',
    does: `Says which posts somebody has seen (at most ${limits.views.maxPerCall}). Each counts once for a person and 8 hours; what does not exist for them, and what admins see, does not count.`,
    body: viewsBody,
    data: z.object({}),
    rateLimit: 'views',
  }),
};
