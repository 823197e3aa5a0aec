import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { about, changeAboutBody } from './shapes.ts';

export const aboutEndpoints = {
  'about.show': endpoint({
    method: 'GET',
    path: '/api/site/about',
    access: 'anyone',
    does: 'Whose site it is: its admins (the first 10), their story as clean HTML, and since when they are together.',
    data: z.object({ about }),
    entityTag: 'answered',
  }),
  'about.change': endpoint({
    method: 'PUT',
    path: '/api/admin/site/about',
    access: 'admin',
    does: 'Writes the story, the day since when, or both. The HTML is cleaned as that of a post; pictures are left out.',
    body: changeAboutBody,
    bodyLimit: limits.body.post,
    data: z.object({ about }),
    entityTag: 'matched',
    errors: ['CHANGED_MEANWHILE'],
  }),
};
