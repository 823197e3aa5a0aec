import { takeBackup } from '../src/backup/take.ts';
import { createContext } from '../src/context.ts';
import { readConfig } from '../src/platform/config/config.ts';

/** A backup of the site in `dataDir`, for a process of its own. */
export async function takeBackupOf({ dataDir, folder }: { dataDir: string; folder: string }): Promise<void> {
  const { config } = readConfig({ DUET_DATA_DIR: dataDir, DUET_LOG_LEVEL: 'silent' });
  await using context = await createContext(config, { exclusive: false, existing: true });
  await takeBackup(context, { folder, withSecrets: true, former: null });
}
