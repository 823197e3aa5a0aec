/** A row of `users`. Times are milliseconds since 1970; booleans are 0 or 1. */
export interface UserRow {
  id: string;
  username: string;
  /** Empty where none is chosen. */
  display_name: string;
  /** The same as it is searched for: `searchable` of accounts/display-name.ts. */
  display_name_search: string;
  /** Null for a person whom an admin added without one. */
  email: string | null;
  /** When a link that was mailed to `email` was opened; null where none was. */
  email_verified_at: number | null;
  /** PHC string of argon2id. */
  password_hash: string;
  role: 'user' | 'admin';
  language: 'en' | 'ro' | null;
  picture_media_id: string | null;
  notifications_push: number;
  notifications_off_until: number | null;
  /** Whether new posts are told as well. */
  notifications_posts: number;
  /** Whether a notification may carry the words of a message or comment. */
  notifications_text: number;
  created_at: number;
  deleted_at: number | null;
  /** Since when the account waits for an admin's approval; null where it does not. */
  waiting_since: number | null;
  /** The invitation that it was made with. */
  invitation_id: string | null;
  /** Since when signing in asks for a second step; null where it does not. */
  second_step_since: number | null;
  /** Since when the account has a passkey; null where it has none. */
  passkeys_since: number | null;
}

export interface SessionRow {
  id: string;
  user_id: string;
  /** SHA-256 of the token, hex; the token itself is stored nowhere. */
  token_hash: string;
  created_at: number;
  last_used_at: number;
  user_agent: string;
  /** Network part only: IPv4 /24 or IPv6 /48. */
  address: string;
  /** When the person last proved who they are; null for when the session began. */
  proved_at: number | null;
  /** Whether it began on a kind of device that was new to the account. */
  new_device: number;
}

/** A kind of device that somebody has signed in on, as `deviceOf` names it. */
export interface KnownDeviceRow {
  user_id: string;
  device: string;
  last_seen_at: number;
}

/** Why a session ended, for whoever still has its token. */
export interface EndedSessionRow {
  /** As in `sessions`. */
  token_hash: string;
  reason: 'role' | 'password' | 'signedOut' | 'expired' | 'deleted' | 'replaced';
  ended_at: number;
}

export interface SetupCodeRow {
  code_hash: string;
  created_at: number;
  expires_at: number;
}

/** At most one of a person. */
export interface PasswordLinkRow {
  /** SHA-256 of the code, hex. */
  code_hash: string;
  user_id: string;
  created_at: number;
  expires_at: number;
}

/** A sign-in that was right so far and waits for its second step. */
export interface PendingSignInRow {
  /** SHA-256 of its token, hex. */
  token_hash: string;
  user_id: string;
  /** Of the password's hash as it was: another password ends the sign-in. */
  password_tag: string;
  expires_at: number;
}

/** A token by which programs act as a person. */
export interface PersonalTokenRow {
  id: string;
  user_id: string;
  /** SHA-256 of the token, hex. */
  token_hash: string;
  name: string;
  /** Of `read`, `write` and `admin`, with a space between them. */
  scopes: string;
  created_at: number;
  expires_at: number;
  /** Null where it was never used. */
  last_used_at: number | null;
}

/** A link that was mailed to somebody. */
export interface MailLinkRow {
  /** SHA-256 of the code, hex. */
  code_hash: string;
  user_id: string;
  /** A new password, another email (`email`), or that `email` is the person's (`verification`). */
  purpose: 'password' | 'email' | 'verification';
  /** The address that it was mailed to. */
  email: string;
  created_at: number;
  expires_at: number;
}

/** A username that somebody had; it stays theirs. */
export interface FormerUsernameRow {
  id: string;
  user_id: string;
  username: string;
  /** When another took its place. */
  changed_at: number;
}

/** Somebody who cannot sign in asked for a link to this address, whether or not anybody has it. */
export interface PasswordRequestRow {
  id: string;
  email: string;
  /** Network part only. */
  address: string;
  created_at: number;
}

export interface AuditRow {
  id: string;
  at: number;
  actor_id: string | null;
  action: string;
  subject_id: string | null;
  details: string;
  address: string;
}

export interface AccountTables {
  users: UserRow;
  sessions: SessionRow;
  known_devices: KnownDeviceRow;
  ended_sessions: EndedSessionRow;
  setup_codes: SetupCodeRow;
  password_links: PasswordLinkRow;
  pending_sign_ins: PendingSignInRow;
  personal_tokens: PersonalTokenRow;
  mail_links: MailLinkRow;
  former_usernames: FormerUsernameRow;
  password_requests: PasswordRequestRow;
  audit: AuditRow;
}
