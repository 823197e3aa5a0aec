/** What one look of the doctor found. */
export interface Finding {
  readonly subject: string;
  /** `ok`; `note` for what is not checked, or is allowed and worth knowing; `fault` for what has to be mended. */
  readonly result: 'ok' | 'note' | 'fault';
  /** One sentence. */
  readonly says: string;
  /** What to do about it, in a sentence; null where there is nothing to do. */
  readonly mend: string | null;
}

export const ok = (subject: string, says: string): Finding => ({ subject, result: 'ok', says, mend: null });

export const note = (subject: string, says: string, mend: string | null = null): Finding => ({
  subject,
  result: 'note',
  says,
  mend,
});

export const fault = (subject: string, says: string, mend: string): Finding => ({
  subject,
  result: 'fault',
  says,
  mend,
});
