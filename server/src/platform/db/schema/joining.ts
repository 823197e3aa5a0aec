/** A link by which accounts are made. Rows stay when it is over: they say who came by it. */
export interface InvitationRow {
  id: string;
  /** SHA-256 of the code, hex; the code itself is stored nowhere. */
  code_hash: string;
  role: 'user' | 'admin';
  /** How many accounts may be made with it, and how many were. */
  uses: number;
  used: number;
  /** '' for none. */
  note: string;
  created_at: number;
  created_by: string;
  expires_at: number;
  revoked_at: number | null;
  /** Where its link was mailed to, and by which mail; null where it was handed over. */
  email: string | null;
  mail_id: string | null;
}

export interface JoiningTables {
  invitations: InvitationRow;
}
