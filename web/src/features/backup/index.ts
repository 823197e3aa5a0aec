/** What screens and other features may use of the backups. */

export { BackupFailing, backupReasons } from './BackupFailing.tsx';
