import { createHash } from 'node:crypto';
import type { Act } from './store.ts';

/**
 * The id of an act: a comment's own; a like has none, so its is made of its moment and of who liked what, in the
 * form of all ids (UUIDv7). The same act always has the same one, and ids of acts are ordered by time.
 */
export function actId({ type, at, user_id, subject_id }: Act): string {
  if (type === 'comment') return subject_id;
  const bytes = createHash('sha256').update(`${type}:${subject_id}:${user_id}`).digest().subarray(0, 16);
  bytes.writeUIntBE(at, 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
