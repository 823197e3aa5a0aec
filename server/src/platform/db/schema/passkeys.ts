/** A passkey (Web Authentication Level 3, public key credential). */
export interface PasskeyRow {
  id: string;
  user_id: string;
  /** What the authenticator calls it, Base64url. */
  credential_id: string;
  /** COSE key (RFC 9052, 7), Base64url. */
  public_key: string;
  /** Of the newest signature that was taken; 0 where the authenticator does not count. */
  counter: number;
  /** How browsers reach the authenticator, a JSON array. */
  transports: string;
  /** The domain that it is for. */
  rp_id: string;
  name: string;
  /** Whether it is kept by a service that brings it to other devices. */
  synced: number;
  created_at: number;
  last_used_at: number | null;
  /** Since when it is not taken any more, because its counter has told of a copy; null where it is. */
  cloned_at: number | null;
}

/** By what authenticators tell somebody's account from others: random, Base64url. */
export interface PasskeyHandleRow {
  user_id: string;
  handle: string;
}

/** A challenge that waits for its one answer. */
export interface PasskeyChallengeRow {
  /** SHA-256, hex. */
  challenge_hash: string;
  purpose: 'register' | 'signIn' | 'proof';
  /** Whose passkey may answer it; null for anybody's. */
  user_id: string | null;
  expires_at: number;
}

export interface PasskeyTables {
  passkeys: PasskeyRow;
  passkey_handles: PasskeyHandleRow;
  passkey_challenges: PasskeyChallengeRow;
}
