import type { CreationOptions, Passkey } from '@duet/contract/passkeys/shapes';
import type { PasskeyRow } from '../platform/db/schema/passkeys.ts';
import { isoTime } from '../platform/iso-time.ts';

export const presentPasskey = (row: PasskeyRow): Passkey => ({
  _id: row.id,
  name: row.name,
  created_at: isoTime(row.created_at),
  last_used_at: row.last_used_at === null ? null : isoTime(row.last_used_at),
  synced: row.synced === 1,
  ...(row.cloned_at !== null && { cloned_at: isoTime(row.cloned_at) }),
});

/** A passkey as browsers take it (Web Authentication Level 3, 5.8.3). */
export const descriptorOf = (row: PasskeyRow): CreationOptions['excludeCredentials'][number] => ({
  id: row.credential_id,
  type: 'public-key',
  transports: JSON.parse(row.transports) as string[],
});
