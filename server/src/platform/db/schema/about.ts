/** What the couple tells of itself, in its one row. */
export interface SiteAboutRow {
  /** Always `site`. */
  id: string;
  /** Clean HTML without pictures; empty for none. */
  story: string;
  /** The version of the HTML policy that cleaned it. */
  story_policy: number;
  /** The day since when they are together, `yyyy-mm-dd`. */
  since: string | null;
}

export interface AboutTables {
  site_about: SiteAboutRow;
}
