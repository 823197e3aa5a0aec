import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { queryInteger } from '../schemas.ts';
import { auditFilters } from './constants.ts';
import { auditLine } from './shapes.ts';

export const auditEndpoints = {
  'audit.list': endpoint({
    method: 'GET',
    path: '/api/admin/audit',
    access: 'admin',
    does: 'Who did what to whom, the newest first. There is no call that changes or removes a line.',
    query: z.object({
      filter: z.enum(auditFilters, 'fieldInvalid').optional(),
      /** A username: what they did, and what was done to them. */
      person: z.string().max(limits.username.maxChars, 'fieldTooLong').optional(),
      /** The `next` of the page before. */
      before: z.string().max(100, 'fieldTooLong').optional(),
      limit: queryInteger(1, limits.audit.maxPageSize, limits.audit.pageSize),
    }),
    data: z.object({
      lines: z.array(auditLine),
      /** Where the next page goes on; null on the last. */
      next: z.string().nullable(),
    }),
  }),
};
