import type { Cache } from '../cache/cache.ts';
import type { Config } from '../config/config.ts';
import type { PlatformContext } from '../context.ts';
import type { Reads } from '../db/database.ts';
import type { SiteSettingsRow } from '../db/schema/site.ts';
import type { IconSize } from '../images/images.ts';
import { findSettings } from './store.ts';

/** The key of each size of the icon in the storage. */
type IconPaths = Readonly<Record<IconSize, string>>;

/** The settings of the site as they hold now. */
export interface SiteSettings
  extends Pick<SiteSettingsRow, 'name' | 'line' | 'accent' | 'language' | 'reading' | 'joining'> {
  readonly coverPath: string | null;
  readonly iconPaths: IconPaths | null;
  readonly timeZone: string;
  /** Whether admins act as such only where they have a second step. */
  readonly adminsNeedSecondStep: boolean;
}

/** Under what the settings are cached. */
const siteKey = 'site settings';

/**
 * How accounts come to be: `DUET_REGISTRATION` wins where it is set; on a site for the invited they come by invitation alone
 * (decisions §8), unless they are closed.
 */
function joiningOf(
  { reading, joining }: Pick<SiteSettingsRow, 'reading' | 'joining'>,
  { registration }: Config,
): SiteSettingsRow['joining'] {
  if (registration !== null) return registration;
  return reading === 'invited' && joining !== 'closed' ? 'invitation' : joining;
}

export function settingsOf(row: SiteSettingsRow, config: Config): SiteSettings {
  const { name, line, accent, language, reading } = row;
  return {
    name,
    line,
    accent,
    language,
    reading,
    joining: joiningOf(row, config),
    coverPath: row.cover_path,
    iconPaths: row.icon_paths === null ? null : (JSON.parse(row.icon_paths) as IconPaths),
    timeZone: row.time_zone,
    adminsNeedSecondStep: row.admins_need_second_step === 1,
  };
}

/** As `reads` sees them; inside of a transaction, where they decide what it does. */
export const readSite = async (reads: Reads, config: Config): Promise<SiteSettings> =>
  settingsOf(await findSettings(reads), config);

/** The settings, cached in memory until any server of the site changes them. */
export async function currentSite({
  cache,
  config,
}: Pick<PlatformContext, 'cache' | 'config'>): Promise<SiteSettings> {
  const settings = await cache.get(siteKey, async ({ reads }) => ({
    value: await readSite(reads, config),
    bytes: 1000,
    uncounted: true,
  }));
  if (!settings) throw new Error('there are always settings');
  return settings;
}

/** Whether guests read (decisions §8). */
export const isOpen = ({ reading }: Pick<SiteSettings, 'reading'>): boolean => reading === 'everybody';

/** The settings, where they are known without asking the database. */
export const knownSite = (cache: Pick<Cache, 'peek'>): SiteSettings | undefined =>
  cache.peek(siteKey) as SiteSettings | undefined;

/** Whether guests read, where that is known without asking the database; false where it is not. */
export function isKnownOpen(cache: Pick<Cache, 'peek'>): boolean {
  const settings = knownSite(cache);
  return settings !== undefined && isOpen(settings);
}
