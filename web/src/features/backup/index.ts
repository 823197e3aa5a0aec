/** What screens and other features may use of the backups. */

export { BackupFailing } from './BackupFailing.tsx';
export { backupReasons } from './reasons.ts';
