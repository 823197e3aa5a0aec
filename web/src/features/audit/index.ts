/** What screens may use of the audit. */

export { AuditLog } from './AuditLog.tsx';
export { useAudit } from './use-audit.ts';
