import type { Up } from './migration.ts';

/** The chunks of uploads in progress that are objects of a bucket. */
export const up: Up = async ({ table, types }) => {
  await table('upload_chunks')
    .addColumn('upload_id', types.id, (c) => c.notNull())
    .addColumn('chunk_index', types.integer, (c) => c.notNull())
    .addColumn('object_key', types.text, (c) => c.notNull())
    .addColumn('size', types.integer, (c) => c.notNull())
    .addPrimaryKeyConstraint('upload_chunks_pk', ['upload_id', 'chunk_index'])
    .execute();
};
