import type { ErrorCode } from '@duet/contract/errors';
import { audit } from '../accounts/audit.ts';
import type { Context } from '../platform/context.ts';
import type { OnRefusal, Refusal } from '../platform/http/refusal.ts';

const actions: Readonly<Partial<Record<ErrorCode, string>>> = {
  TOO_OFTEN: 'limit.trip',
  ADMIN_REQUIRED: 'access.denied',
  FORBIDDEN: 'access.denied',
  SECOND_STEP_REQUIRED: 'access.denied',
};

const periodMs = 10 * 60 * 1000;
/** However many knock: in a period at most so many lines. */
const maxLines = 100;

interface RefusalWatch extends AsyncDisposable {
  readonly note: OnRefusal;
}

/**
 * Writes refusals that may be an attack into the audit, as a sample: of the same person or address and kind one line
 * in ten minutes, with how many came before it unwritten. Never holds up an answer.
 */
export function watchRefusals(context: Context): RefusalWatch {
  let periodEnds = 0;
  let lines = 0;
  /** By who and what: how often it came since the last line. */
  let seen = new Map<string, number>();
  let unwritten = new Map<string, number>();
  let writing = Promise.resolve();

  function note(refusal: Refusal): void {
    const action = actions[refusal.code];
    if (!action) return;
    const now = context.clock.now();
    if (now >= periodEnds) {
      unwritten = seen;
      seen = new Map();
      periodEnds = now + periodMs;
      lines = 0;
    }
    const key = `${action} ${refusal.viewerId ?? refusal.address}`;
    const times = seen.get(key);
    if (times !== undefined) seen.set(key, times + 1);
    if (times !== undefined || lines >= maxLines) return;
    seen.set(key, 0);
    lines += 1;
    const before = unwritten.get(key) ?? 0;
    writing = writing
      .then(() => write(context, refusal, action, before))
      .catch((err) => context.log.error({ err }, 'a refusal could not be written down'));
  }

  return { note, [Symbol.asyncDispose]: () => writing };
}

function write(context: Context, refusal: Refusal, action: string, before: number): Promise<void> {
  const { code, method, route, viewerId, address } = refusal;
  const details = { code, call: `${method} ${route}`, ...(before > 0 ? { before } : {}) };
  return context.db.write((tx) =>
    audit(context, tx, { actorId: viewerId, action, subjectId: null, details, address }),
  );
}
