import type { Authenticate, Viewer } from './handler.ts';

/** How long another process (a second server, the command line) may have ended a session without its being seen. */
const rememberMs = 1000;

interface Known {
  readonly viewer: Viewer;
  /** `Database.changes` from before the session was read. */
  readonly changes: number;
  readonly until: number;
}

/**
 * Answers from memory while this process has changed nothing in the database since it asked: for the chunks of an
 * upload, of which hundreds come between two changes. Whoever signs out or is deleted here is refused at once.
 */
export function remembered(authenticate: Authenticate): Authenticate {
  const known = new Map<string, Known>();
  return async (context, token) => {
    const now = context.clock.now();
    const { changes } = context.db;
    const found = known.get(token);
    if (found && found.changes === changes && now < found.until) return found.viewer;
    for (const [each, { until }] of known) if (until <= now) known.delete(each);
    known.delete(token);
    const viewer = await authenticate(context, token);
    if (viewer) known.set(token, { viewer, changes, until: now + rememberMs });
    return viewer;
  };
}
