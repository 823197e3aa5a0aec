import type { Reads, Writes } from '../../platform/db/database.ts';

/** Notes the kinds of device that somebody signs in on; forgets those that they have not used since `forgetBefore`, in ms. */
export async function noteDevices(
  tx: Writes,
  userId: string,
  devices: ReadonlySet<string>,
  { at, forgetBefore }: { readonly at: number; readonly forgetBefore: number },
): Promise<void> {
  tx.concerns('known_devices', [userId]);
  await tx
    .deleteFrom('known_devices')
    .where('user_id', '=', userId)
    .where('last_seen_at', '<', forgetBefore)
    .execute();
  tx.concerns('known_devices', [userId]);
  await tx
    .insertInto('known_devices')
    .values([...devices].map((device) => ({ user_id: userId, device, last_seen_at: at })))
    .onConflict((on) => on.columns(['user_id', 'device']).doUpdateSet({ last_seen_at: at }))
    .execute();
}

export async function listDevices(reads: Reads, userId: string): Promise<string[]> {
  const rows = await reads
    .selectFrom('known_devices')
    .select('device')
    .where('user_id', '=', userId)
    .execute();
  return rows.map(({ device }) => device);
}
