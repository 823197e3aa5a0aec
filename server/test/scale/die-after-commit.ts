import pg from 'pg';

/**
 * Loaded into a server (`--import`): it kills itself when its first transaction that likes a post is committed, before it has
 * told anybody of it.
 */
const query = pg.Client.prototype.query as (this: pg.Client, ...words: unknown[]) => unknown;
const liking = new WeakSet<pg.Client>();

pg.Client.prototype.query = function (this: pg.Client, ...words: unknown[]) {
  const [text] = words;
  const result = query.apply(this, words);
  if (typeof text !== 'string') return result;
  if (text.startsWith('insert into "likes"')) liking.add(this);
  if (text !== 'commit' || !liking.has(this)) return result;
  return (result as Promise<unknown>).finally(() => process.kill(process.pid, 'SIGKILL'));
} as typeof pg.Client.prototype.query;
