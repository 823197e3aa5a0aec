import type { Kysely, KyselyPlugin, PluginTransformQueryArgs, PluginTransformResultArgs } from 'kysely';
import type { Log } from '../log.ts';
import type { Writes } from './database.ts';
import { Effects } from './effects.ts';
import type { Schema } from './schema.ts';

/** A transaction that holds its lock longer than this is rolled back. */
export const transactionLimitMs = 10_000;

/** Refuses statements of a transaction that is over, so that forgotten work never runs in another's. */
class WhileOpen implements KyselyPlugin {
  open = true;

  transformQuery(args: PluginTransformQueryArgs) {
    if (!this.open) throw new Error('the transaction of this statement has ended');
    return args.node;
  }

  async transformResult(args: PluginTransformResultArgs) {
    return args.result;
  }
}

/** Answers `work`'s answer and the effects to run once the commit is certain. */
export async function inTransaction<T>(
  db: Kysely<Schema>,
  isolation: 'serializable' | undefined,
  work: (tx: Writes) => Promise<T>,
  log: Log,
  limitMs: number = transactionLimitMs,
): Promise<{ answer: T; effects: Effects }> {
  const effects = new Effects(log);
  const whileOpen = new WhileOpen();
  const { promise: tooLong, reject } = Promise.withResolvers<never>();
  tooLong.catch(() => {});
  let timer: NodeJS.Timeout | undefined;
  try {
    const transaction = isolation ? db.transaction().setIsolationLevel(isolation) : db.transaction();
    const answer = await transaction.execute(async (trx) => {
      timer = setTimeout(() => reject(new Error(`a transaction did not end in ${limitMs} ms`)), limitMs);
      const tx = Object.assign(trx.withPlugin(whileOpen), {
        afterCommit: (effect: () => void | Promise<void>) => effects.add(effect),
      });
      const result = await Promise.race([work(tx), tooLong]);
      whileOpen.open = false;
      return result;
    });
    return { answer, effects };
  } finally {
    whileOpen.open = false;
    clearTimeout(timer);
  }
}
