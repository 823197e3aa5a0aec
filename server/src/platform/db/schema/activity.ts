/** Up to when an admin has seen the activity. */
export interface ActivityReadRow {
  user_id: string;
  read_at: number;
}

export interface ActivityTables {
  activity_reads: ActivityReadRow;
}
