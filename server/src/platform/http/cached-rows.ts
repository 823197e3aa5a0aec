import type { IncomingMessage } from 'node:http';
import type { Data, Endpoint } from '@duet/contract/endpoint';
import type { Made } from '../cache/cache.ts';
import type { Narrowing } from '../cache/dependencies.ts';
import type { Context } from '../context.ts';
import { withReads } from '../db/recorded-reads.ts';
import { currentSite, isOpen } from '../site/settings.ts';
import { CachedAnswer } from './cached-answer.ts';
import { granteeOf } from './grantee.ts';
import type { Call, Handler, Viewer } from './handler.ts';
import { answerFor, type ForMember } from './member-answer.ts';
import type { SharedAnswers } from './shared-answers.ts';
import type { Table } from './table.ts';

/** An answer that many people get alike. */
export interface Shared<E extends Endpoint> {
  /** What was made of the same rows. */
  readonly among: SharedAnswers;
  /** Who has the same key gets the same bytes. */
  readonly key: string;
  answer(): Answered<E>;
  /** Of which rows it depends what this person gets. */
  readonly narrowing: Narrowing;
}

interface Answered<E extends Endpoint> {
  readonly data: Data<E>;
  readonly entityTag?: string | null;
}

/** How the answers of a row are cached. Each depends on the address, the caller, and the rows that its statements read. */
export interface CachedRow<E extends Endpoint> {
  /** Of which rows an answer tells; of tables that are not in it every change drops it. */
  narrowing(call: Call<E>, data: Data<E>): Narrowing;
  /** The answer that this person shares with others; null for what is theirs alone. */
  share?(context: Context, call: Call<E>): Promise<Shared<E>> | null;
  /** How long an answer is right at most, in ms, where it changes with time as well. */
  maxAgeMs?(call: Call<E>): number | undefined;
}

export type CachedRows<Rows extends Table> = { readonly [Name in keyof Rows]?: CachedRow<Rows[Name]> };

/** Longer addresses are not cached. */
const longestAddress = 300;

/** Under what the answer to this request is cached; null where it never is. */
export function keyOf({ url = '', method }: IncomingMessage, viewer: Viewer | null): string | null {
  if (method !== 'GET' || url.length > longestAddress) return null;
  return viewer ? `${url} ${granteeOf(viewer)} ${viewer.role} ${viewer.language}` : url;
}

interface Making<E extends Endpoint> {
  readonly context: Context;
  readonly row: CachedRow<E>;
  readonly handler: Handler<E>;
  readonly call: Call<E>;
  /** The path of the row. */
  readonly path: string;
  readonly check: (answer: Readonly<Record<string, unknown>>) => void;
  readonly forMember?: ForMember | undefined;
}

/** The answer of a cached row, made where it is not there. */
export async function cachedAnswer<E extends Endpoint>(
  key: string,
  making: Making<E>,
): Promise<CachedAnswer> {
  const { context, row, call } = making;
  const answer = await context.cache.get(key, async ({ reads, cache }) => {
    const inside = { ...context, cache, db: withReads(context.db, reads) };
    // Where not everybody reads, addresses of files are each person's own.
    const isShared = isOpen(await currentSite(inside));
    const shared = isShared ? await row.share?.(inside, call) : null;
    return shared ? shareAmong(making, shared) : make(making, inside);
  });
  if (!answer) throw new Error('a cached row always has an answer');
  return answer;
}

function shareAmong<E extends Endpoint>(making: Making<E>, shared: Shared<E>): Made<CachedAnswer> {
  const { among, key, narrowing } = shared;
  const known = among.get(key);
  const value = known ?? encode(making, shared.answer());
  if (!known) among.add(key, value);
  return { value, bytes: value.size, narrowing };
}

/** Addresses that are signed for a person change with time. */
const memberMaxAgeMs = 60_000;

async function make<E extends Endpoint>(making: Making<E>, context: Context): Promise<Made<CachedAnswer>> {
  const { row, handler, call } = making;
  const answered = (await handler(context, call)) as Answered<E>;
  const { forMember } = making;
  const value = encode(making, await answerFor(context, call.viewer, answered, forMember));
  const maxAgeMs = isOpen(await currentSite(context)) ? row.maxAgeMs?.(call) : memberMaxAgeMs;
  const age = maxAgeMs === undefined ? {} : { maxAgeMs };
  return { value, bytes: value.size, narrowing: row.narrowing(call, answered.data), ...age };
}

function encode<E extends Endpoint>({ check, path }: Making<E>, answered: Answered<E>): CachedAnswer {
  const { entityTag = null, ...answer } = answered;
  check(answer);
  return new CachedAnswer(JSON.stringify({ success: true, ...answer }), entityTag, path);
}
