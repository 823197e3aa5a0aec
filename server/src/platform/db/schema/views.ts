/** How often a viewer's views of a post counted, and when the last one did. */
export interface ViewRow {
  post_id: string;
  /** `person:` and an id, or for guests `device:` or `network:` and a hash. */
  viewer: string;
  counted_at: number;
  count: number;
}

/** The counted views of a post on one day. */
export interface ViewDayRow {
  /** Whole days since 1970, UTC. */
  day: number;
  post_id: string;
  count: number;
}

export interface ViewTables {
  views: ViewRow;
  view_days: ViewDayRow;
}
