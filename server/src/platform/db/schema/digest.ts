/** Somebody who wants a mail each week of what was posted. */
export interface DigestReaderRow {
  user_id: string;
  since: number;
  /** The moment of the week (digest/week.ts) that was looked at last, whether a mail came of it or not; 0 for none. */
  queued_at: number;
}

export interface DigestTables {
  digest_readers: DigestReaderRow;
}
