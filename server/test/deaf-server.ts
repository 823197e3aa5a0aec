import { sql } from 'kysely';
import { eventually } from './eventually.ts';
import type { Harness } from './harness.ts';
import { openSecondServer, type SecondServer } from './second-server.ts';

/** A second server that PostgreSQL can be kept from telling what others have changed; its clock stands, so that nothing it keeps gets old. */
export interface DeafServer extends SecondServer {
  deafen(): void;
  undeafen(): void;
}

/** `ask` asks a server something that it keeps: it listens from then on. */
export async function openDeafServer(
  first: Harness,
  ask: (server?: SecondServer) => Promise<unknown>,
): Promise<DeafServer> {
  const onlyOne = (known: readonly number[]) => async (server?: SecondServer) => {
    await ask(server);
    const pids = (await listening(first)).filter((pid) => !known.includes(pid));
    if (pids.length !== 1) throw new Error(`${pids.length} listen`);
    return pids;
  };
  const ofFirst = await eventually(() => onlyOne([])());
  await using parts = new AsyncDisposableStack();
  const stopped = Date.now();
  const second = parts.use(await openSecondServer(first, { clock: { now: () => stopped } }));
  const [pid = 0] = await eventually(() => onlyOne(ofFirst)(second));
  const undeafen = () => void process.kill(pid, 'SIGCONT');
  parts.defer(undeafen);
  const all = parts.move();
  return {
    ...second,
    deafen: () => void process.kill(pid, 'SIGSTOP'),
    undeafen,
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

/** The processes of PostgreSQL that tell servers what others have changed. */
async function listening({ context }: Harness): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
    where datname = current_database() and application_name = 'duet_changes'`.execute(context.db.read);
  return rows.map(({ pid }) => pid);
}
