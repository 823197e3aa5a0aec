import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { siteStats } from './shapes.ts';

export const dashboardEndpoints = {
  'dashboard.stats': endpoint({
    method: 'GET',
    path: '/api/admin/numbers',
    access: 'admin',
    does: `How the site is: posts, people, comments, storage, failed videos, the last backup, background jobs, the version, and each of the last ${limits.stats.days} days.`,
    data: z.object({ numbers: siteStats }),
  }),
};
