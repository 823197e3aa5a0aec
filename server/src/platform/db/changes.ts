import type {
  KyselyPlugin,
  OperationNode,
  PluginTransformQueryArgs,
  PluginTransformResultArgs,
  RootOperationNode,
} from 'kysely';
import { tablesIn } from './tables.ts';

/** The rows of a table that a transaction may have changed: all, or those that concern these ids. */
export type ChangedRows = 'all' | ReadonlySet<string>;

/** What a transaction may have changed: everything, or these tables. Never less than it did. */
export type Changes = 'everything' | ReadonlyMap<string, ChangedRows>;

const onlyReads: ReadonlySet<string> = new Set(['SelectQueryNode']);

/**
 * Writes down which tables the statements of a transaction write, as their syntax tree says. Who changes rows of a few
 * people or posts may narrow each statement with `concerns`; whoever does not is taken to have changed the whole table.
 */
export class ChangeRecorder implements KyselyPlugin {
  readonly #statements = new Map<string, number>();
  readonly #narrowed = new Map<string, { count: number; readonly ids: Set<string> }>();
  #everything = false;

  /** Of one statement that writes `table`: it changes nothing that does not concern one of `ids`. */
  concerns(table: string, ids: Iterable<string>): void {
    const narrowed = this.#narrowed.get(table) ?? { count: 0, ids: new Set<string>() };
    this.#narrowed.set(table, narrowed);
    narrowed.count += 1;
    for (const id of ids) narrowed.ids.add(id);
  }

  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    if (!onlyReads.has(node.kind)) this.#note(node);
    return node;
  }

  async transformResult({ result }: PluginTransformResultArgs) {
    return result;
  }

  /** Null where nothing was written. */
  get changes(): Changes | null {
    if (this.#everything) return 'everything';
    if (this.#statements.size === 0) return null;
    return new Map(
      [...this.#statements].map(([table, count]) => {
        const narrowed = this.#narrowed.get(table);
        return [table, narrowed && narrowed.count >= count ? narrowed.ids : 'all'];
      }),
    );
  }

  #note(node: RootOperationNode): void {
    const written = writtenBy(node);
    for (const table of written) this.#count(table);
    if (node.kind !== 'DeleteQueryNode') return;
    for (const table of written) {
      const along = takenAlong[table];
      if (along) for (const each of along) this.#count(each);
      else this.#everything = true;
    }
  }

  #count(table: string): void {
    this.#statements.set(table, (this.#statements.get(table) ?? 0) + 1);
  }
}

/**
 * What goes along by foreign keys when rows of a table are deleted, which is not in the statement. With a row of any other
 * table everything may have changed. `database.api.test.ts` compares this with the database's keys.
 */
export const takenAlong: Readonly<Record<string, readonly string[]>> = {
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

/** The tables that a statement writes; of raw SQL all that it names. */
function writtenBy(node: RootOperationNode): Set<string> {
  return tablesIn(targetOf(node) ?? node);
}

function targetOf(node: RootOperationNode): OperationNode | undefined {
  if (node.kind === 'InsertQueryNode') return node.into;
  if (node.kind === 'UpdateQueryNode') return node.table;
  if (node.kind === 'DeleteQueryNode') return node.from;
  return undefined;
}
