/** The settings of the site, in its one row. */
export interface SiteSettingsRow {
  /** Always `site`. */
  id: string;
  name: string;
  /** One line about the site; empty for none. */
  line: string;
  /** `#rrggbb`, small letters. */
  accent: string;
  /** The key of the cover in the storage. */
  cover_path: string | null;
  /** The keys of the icon in the storage by their use, as JSON (`IconPaths` of platform/site/settings.ts). */
  icon_paths: string | null;
  /** What first-time visitors see; null: what their browser asks for. */
  language: 'en' | 'ro' | null;
  /** A name of the IANA time zone database. */
  time_zone: string;
  reading: 'everybody' | 'members' | 'invited';
  joining: 'open' | 'invitation' | 'approval' | 'closed';
  /** Whether admins act as such only where they have a second step: 0 or 1. */
  admins_need_second_step: number;
}

export interface SiteTables {
  site_settings: SiteSettingsRow;
}
