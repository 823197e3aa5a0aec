import pg from 'pg';

/**
 * Loaded into a server (`--import`): it kills itself when its first transaction that likes a post is committed, before it has
 * told anybody of it.
 */
const query = pg.Client.prototype.query as (this: pg.Client, ...words: unknown[]) => unknown;
const liking = new WeakSet<pg.Client>();

/** A statement is given by its text, or with its name and values. */
const textOf = (statement: unknown): string =>
  typeof statement === 'string' ? statement : ((statement as { text?: string } | undefined)?.text ?? '');

pg.Client.prototype.query = function (this: pg.Client, ...words: unknown[]) {
  const text = textOf(words[0]);
  const result = query.apply(this, words);
  if (text.startsWith('insert into "likes"')) liking.add(this);
  if (text !== 'commit' || !liking.has(this)) return result;
  return (result as Promise<unknown>).finally(() => process.kill(process.pid, 'SIGKILL'));
} as typeof pg.Client.prototype.query;
