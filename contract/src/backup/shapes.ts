import { z } from 'zod';
import { isoTime } from '../schemas.ts';

/**
 * Why a backup could not be made: no room left, no permission, the folder or its disk is not there, the site's own
 * database cannot be read; `other` stands for what only the log can say.
 */
export const backupFaultReasons = ['diskFull', 'noAccess', 'folderGone', 'siteDamaged', 'other'] as const;
export type BackupFaultReason = (typeof backupFaultReasons)[number];

/** The nightly backup fails, since the last one that succeeded. */
export const backupFailure = z.object({
  /** When it was first seen to fail for this reason. */
  at: isoTime,
  reason: z.enum(backupFaultReasons),
});
export type BackupFailure = z.output<typeof backupFailure>;
