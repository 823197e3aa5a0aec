/** The last result of a background job, and who runs it now. */
export interface JobRow {
  name: string;
  /** The runner that has it to itself until `lease_until`; null while none has. */
  lease_owner: string | null;
  lease_until: number | null;
  /** When the last run ended that had something to do, in ms since 1970; null before the first. */
  ended_at: number | null;
  duration_ms: number | null;
  failed: 0 | 1 | null;
}

export interface JobTables {
  jobs: JobRow;
}
