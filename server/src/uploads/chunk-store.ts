import type { Reads, Writes } from '../platform/db/database.ts';
import type { UploadChunkRow } from '../platform/db/schema/uploads.ts';

/** Says where a chunk lies; one that was there before is it no longer. */
export async function putChunk(tx: Writes, row: UploadChunkRow): Promise<void> {
  await tx
    .insertInto('upload_chunks')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['upload_id', 'chunk_index'])
        .doUpdateSet({ object_key: row.object_key, size: row.size }),
    )
    .execute();
}

/** The chunks of an upload in their order. */
export const findChunks = (reads: Reads, uploadId: string): Promise<UploadChunkRow[]> =>
  reads
    .selectFrom('upload_chunks')
    .selectAll()
    .where('upload_id', '=', uploadId)
    .orderBy('chunk_index')
    .execute();

export async function deleteChunks(tx: Writes, uploadId: string): Promise<void> {
  await tx.deleteFrom('upload_chunks').where('upload_id', '=', uploadId).execute();
}

/** The uploads that have chunks. */
export async function findUploadsOfChunks(reads: Reads): Promise<string[]> {
  const rows = await reads.selectFrom('upload_chunks').select('upload_id').distinct().execute();
  return rows.map(({ upload_id }) => upload_id);
}
