import type { Kysely, KyselyPlugin, PluginTransformQueryArgs, PluginTransformResultArgs } from 'kysely';
import { Failure } from '../failure.ts';
import type { Log } from '../log.ts';
import { ChangeRecorder, type Changes } from './changes.ts';
import type { Writes } from './database.ts';
import { Effects } from './effects.ts';
import type { Schema } from './schema.ts';

/** A transaction that holds its lock longer than this is rolled back. */
const transactionLimitMs = 10_000;

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

interface TransactionOptions {
  readonly isolation?: 'serializable';
  /** Runs first in the transaction, before it has seen anything. */
  readonly first?: ((trx: Kysely<Schema>) => Promise<unknown>) | undefined;
  readonly log: Log;
  readonly limitMs?: number | undefined;
  /** Told of what was written, once it is over: also where that failed, because a lost answer may have been a commit. */
  readonly emitChanges: (changes: Changes) => void;
}

/** Answers `work`'s answer and the effects to run once the commit is certain. */
export async function inTransaction<T>(
  db: Kysely<Schema>,
  work: (tx: Writes) => Promise<T>,
  { isolation, first, log, limitMs = transactionLimitMs, emitChanges }: TransactionOptions,
): Promise<{ answer: T; effects: Effects }> {
  const effects = new Effects(log);
  const recorder = new ChangeRecorder();
  const whileOpen = new WhileOpen();
  const { promise: tooLong, reject } = Promise.withResolvers<never>();
  tooLong.catch(() => {});
  let timer: NodeJS.Timeout | undefined;
  try {
    const transaction = isolation ? db.transaction().setIsolationLevel(isolation) : db.transaction();
    const answer = await transaction.execute(async (trx) => {
      timer = setTimeout(
        () => reject(new Failure('OVERLOADED', { log: `a transaction did not end in ${limitMs} ms` })),
        limitMs,
      );
      await first?.(trx);
      const tx = Object.assign(trx.withPlugin(whileOpen).withPlugin(recorder), {
        afterCommit: (effect: () => void | Promise<void>) => effects.add(effect),
        concerns: (table: keyof Schema, ids: Iterable<string>) => recorder.concerns(table, ids),
      });
      const result = await Promise.race([work(tx), tooLong]);
      whileOpen.open = false;
      return result;
    });
    return { answer, effects };
  } finally {
    whileOpen.open = false;
    clearTimeout(timer);
    const { changes } = recorder;
    if (changes) emitChanges(changes);
  }
}
