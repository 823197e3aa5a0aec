import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { site } from './shapes.ts';

export const siteEndpoints = {
  'site.show': endpoint({
    method: 'GET',
    path: '/api/site',
    access: 'anyone',
    does: 'What the app has to know of the site before anybody signs in: its name, who may read, how accounts are made.',
    data: z.object({ site }),
  }),
};
