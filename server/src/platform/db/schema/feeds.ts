/** Of those who have asked for another secret address of the feeds; without a row it is the first. */
export interface FeedKeyRow {
  user_id: string;
  /** How often. */
  generation: number;
}

export interface FeedTables {
  feed_keys: FeedKeyRow;
}
