/** `acts` leaves out who came and went and what was refused. */
export const auditFilters = ['acts', 'signIns', 'refusals', 'all'] as const;
export type AuditFilter = (typeof auditFilters)[number];

/** What belongs to two of the filters; everything else is an act. */
export const auditActions = {
  signIns: ['login', 'login.failed', 'logout', 'sessions.end', 'register', 'setup'],
  refusals: ['limit.trip', 'access.denied'],
} as const;
