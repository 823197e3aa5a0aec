import type { auditEndpoints } from '@duet/contract/audit/endpoints';
import type { Handlers } from '../platform/http/handler.ts';
import { listAudit } from './list.ts';

export const auditHandlers: Handlers<typeof auditEndpoints> = {
  'audit.list': async (context, { query }) => ({ data: await listAudit(context, query) }),
};
