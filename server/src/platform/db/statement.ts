import type {
  KyselyPlugin,
  OperationNode,
  PluginTransformQueryArgs,
  PluginTransformResultArgs,
  RootOperationNode,
} from 'kysely';
import { tablesIn } from './tables.ts';

/** What a statement may change beside the tables that it names as written. */
interface Written {
  /** A table that a deletion takes rows of along stands here too; each as often as it counts. */
  readonly tables: readonly string[];
  /** A deletion whose foreign keys may reach any table. */
  readonly everything: boolean;
}

const nothing: Written = { tables: [], everything: false };

/** What is known of a statement from its syntax tree, found out once. */
export class Statement {
  readonly #node: RootOperationNode;
  #tables: ReadonlySet<string> | undefined;
  #written: Written | undefined;

  constructor(node: RootOperationNode) {
    this.#node = node;
  }

  /** Every table that it names. */
  get tables(): ReadonlySet<string> {
    this.#tables ??= tablesIn(this.#node);
    return this.#tables;
  }

  /** The tables that it writes; of raw SQL all that it names. */
  get written(): Written {
    this.#written ??= this.#node.kind === 'SelectQueryNode' ? nothing : writtenBy(this.#node);
    return this.#written;
  }
}

function writtenBy(node: RootOperationNode): Written {
  const tables = [...tablesIn(targetOf(node) ?? node)];
  if (node.kind !== 'DeleteQueryNode') return { tables, everything: false };
  const along = tables.map((table) => cascadeDeletes[table]);
  return {
    tables: [...tables, ...along.flatMap((each) => each ?? [])],
    everything: along.includes(undefined),
  };
}

function targetOf(node: RootOperationNode): OperationNode | undefined {
  if (node.kind === 'InsertQueryNode') return node.into;
  if (node.kind === 'UpdateQueryNode') return node.table;
  if (node.kind === 'DeleteQueryNode') return node.from;
  return undefined;
}

/**
 * What goes along by foreign keys when rows of a table are deleted, which is not in the statement. With a row of any other
 * table everything may have changed. `changes.api.test.ts` compares this with the database's keys.
 */
export const cascadeDeletes: Readonly<Record<string, readonly string[]>> = {
  comment_reactions: [],
  ended_sessions: [],
  known_devices: [],
  mail_links: [],
  mails: [],
  media_refs: [],
  message_blocks: [],
  passkey_challenges: [],
  passkeys: [],
  password_links: [],
  password_requests: [],
  pending_sign_ins: [],
  personal_tokens: [],
  push_deliveries: [],
  push_subscriptions: ['push_deliveries'],
  sessions: ['push_subscriptions', 'push_deliveries'],
  setup_codes: [],
  upload_sessions: [],
  video_conversions: [],
};

/** A plugin of Kysely that is told of each statement before it runs, one that was built long ago as well (`prepared.ts`). */
export abstract class StatementObserver implements KyselyPlugin {
  abstract observe(statement: Statement): void;

  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    this.observe(new Statement(node));
    return node;
  }

  async transformResult({ result }: PluginTransformResultArgs) {
    return result;
  }
}
