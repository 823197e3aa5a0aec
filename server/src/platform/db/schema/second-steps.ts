/** The secret of somebody's authenticator app. Before its first code was confirmed (`last_step` is null) it asks for nothing. */
export interface TotpSecretRow {
  user_id: string;
  /** Encrypted under the site's secrets (second-steps/keys.ts). */
  secret: string;
  created_at: number;
  /** The time step of the last code that was taken (RFC 6238, 4.2): no code of it, or of an earlier one, is taken again. */
  last_step: number | null;
}

/** A recovery code that has not been used. */
export interface RecoveryCodeRow {
  user_id: string;
  /** HMAC-SHA256 under the site's secrets, hex. */
  code_hash: string;
}

export interface SecondStepTables {
  totp_secrets: TotpSecretRow;
  recovery_codes: RecoveryCodeRow;
}
