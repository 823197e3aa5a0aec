import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/**
 * Where programs that follow sites find the newest posts. On a site that not everybody reads they hold a secret (`key`) of
 * the person: whoever has the address reads the feeds (decisions §8, feeds).
 */
const feedUrls = z.object({ atom: z.string(), json: z.string(), secret: z.boolean() });

export const feedsEndpoints = {
  'feeds.show': endpoint({
    method: 'GET',
    path: '/api/feeds',
    access: 'signedIn',
    // The key in the addresses would outlive the token.
    sessionOnly: true,
    does: "The addresses of the person's feeds, Atom and JSON Feed; `secret` says whether whoever has them can read the site.",
    data: z.object({ feeds: feedUrls }),
  }),
  'feeds.renew': endpoint({
    method: 'POST',
    path: '/api/feeds/key',
    access: 'signedIn',
    sessionOnly: true,
    does: 'Ends the secret addresses of the person and makes others.',
    data: z.object({ feeds: feedUrls }),
  }),
};
