import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { firstAdmin } from './duet-admin.ts';
import { type ServerProcess, startDuet } from './server-process.ts';

interface FilledSite extends AsyncDisposable {
  readonly server: ServerProcess;
  readonly dataFolder: string;
  /** An admin's. */
  readonly token: string;
}

/** What fills the database of a stopped server, in one transaction. */
type Fill = (database: DatabaseSync, dataFolder: string) => void | Promise<void>;

/** A site with an admin whose database was filled by hand; `prepare` works over the API before that. */
export async function filledSite(
  fill: Fill,
  prepare: (url: string, token: string) => Promise<void> = async () => {},
): Promise<FilledSite> {
  const folder = await mkdtemp(join(tmpdir(), 'duet-bench-'));
  const dataFolder = join(folder, 'data');
  const first = await startDuet(dataFolder);
  const token = await firstAdmin(first.url, first.printed());
  await prepare(first.url, token);
  await first.kill('SIGTERM');
  const database = new DatabaseSync(join(dataFolder, 'duet.db'));
  database.exec('begin');
  await fill(database, dataFolder);
  database.exec('commit');
  database.close();
  const server = await startDuet(dataFolder);
  return {
    server,
    dataFolder,
    token,
    async [Symbol.asyncDispose]() {
      await server.kill('SIGTERM');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const syllables = ['ma', 'ri', 'an', 'del', 'ion', 'cris', 'ti', 'na', 'vlad', 'ele', 'ra', 'du', 'so', 'fi'];

/** People who cannot sign in by a password; answers a token for each of the first `signedIn`. */
export function addPeople(database: DatabaseSync, count: number, signedIn = 0): string[] {
  const user = database.prepare(
    `insert into users (id, username, email, password_hash, role, created_at) values (?, ?, ?, '-', 'user', ?)`,
  );
  const session = database.prepare(
    `insert into sessions (id, user_id, token_hash, created_at, last_used_at, user_agent, address)
     values (?, ?, ?, ?, ?, '', '')`,
  );
  const tokens: string[] = [];
  const now = Date.now();
  for (let n = 0; n < count; n += 1) {
    const id = `person-${String(n).padStart(8, '0')}`;
    const word = [n, n >> 4, n >> 8].map((part) => syllables[part % syllables.length]).join('');
    user.run(id, `${word}_${n}`.slice(-20), `${word}.${n}@example.org`, now - n * 60_000);
    if (n >= signedIn) continue;
    const token = `duet_${randomBytes(32).toString('base64url')}`;
    session.run(`s-${id}`, id, createHash('sha256').update(token).digest('hex'), now, now);
    tokens.push(token);
  }
  return tokens;
}

/** Follows how much memory a server holds; answers the most, in bytes. */
export function watchMemory(server: ServerProcess): () => number {
  let most = server.memory();
  const timer = setInterval(() => {
    // Where a call failed the server is gone already, and what it said must not be lost behind this.
    try {
      most = Math.max(most, server.memory());
    } catch {
      clearInterval(timer);
    }
  }, 50);
  return () => {
    clearInterval(timer);
    return Math.max(most, server.memory());
  };
}
