/** A mail to one address, on its way or ended. Its content is made when it is sent (server/src/mail/render.ts). */
export interface MailRow {
  /** Of which its Message-ID and the code of its link are made, so that each try sends the same. */
  id: string;
  /** A `MailKind` (server/src/mail/mail.ts). */
  kind: string;
  /** Whom it is for; null for people without an account. */
  user_id: string | null;
  email: string;
  /** Null for that of the person, else of the site. */
  language: 'en' | 'ro' | null;
  /** What it tells (`MailFacts`), as JSON. Nothing that opens anything. */
  facts: string;
  /** At most one mail has it. */
  once_key: string | null;
  /** Whether it waits for those that somebody waits for. */
  bulk: number;
  state: 'waiting' | 'sent' | 'failed';
  created_at: number;
  /** Before that it is not tried again. */
  due_at: number;
  /** From then on it helps nobody. */
  expires_at: number;
  /** How often it was begun, without those times when the mail server could not be reached. */
  attempts: number;
  /** The server that sends it now has it to itself until `lease_until`. */
  lease_owner: string | null;
  lease_until: number | null;
  ended_at: number | null;
  /** Why it was given up. */
  reason: 'refused' | 'expired' | 'tooOften' | 'unusable' | null;
  /** What the mail server last said. */
  answer: string | null;
}

/** An address whose mail server says that nobody has it. */
export interface RefusedAddressRow {
  /** In lower case. */
  email: string;
  refused_at: number;
  /** What the mail server said. */
  answer: string;
}

export interface MailTables {
  mails: MailRow;
  refused_addresses: RefusedAddressRow;
}
