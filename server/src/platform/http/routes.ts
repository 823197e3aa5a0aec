import type { OutgoingHttpHeaders } from 'node:http';
import type { BodyKind, Endpoint } from '@duet/contract/endpoint';
import { limits, MB } from '@duet/contract/limits';
import { tokenScopeOf } from '@duet/contract/token-scope';
import type { FastifyInstance } from 'fastify';
import type { WorkKind } from '../admission/admission.ts';
import type { Context } from '../context.ts';
import { Failure } from '../failure.ts';
import { constraintsOf, refuseUnknownActions, routeByAction } from './actions.ts';
import { vary } from './answer-from-cache.ts';
import { contextOf, routeAuthorization } from './authorize.ts';
import { takeJson, takeMultipart, takeOctets } from './body-parsers.ts';
import { sendCached } from './cached-answer.ts';
import { type CachedRow, type CachedRows, cachedAnswer, keyOf } from './cached-rows.ts';
import { readIfMatch } from './entity-tag.ts';
import type { Authenticate, Call, Handler, Handlers, Recognize } from './handler.ts';
import { apiHeaders } from './headers.ts';
import { answerFor, type ForMember } from './member-answer.ts';
import { enforceMinBodyRate } from './min-body-rate.ts';
import { parseInput } from './parse.ts';
import { reserveBody } from './reserve-body.ts';
import { methods, methodsByPath, routePath, type Table } from './table.ts';
import { shedAnswerMs } from './tarpit.ts';
import { withTimeout } from './with-timeout.ts';

export interface Routing<Rows extends Table = Table> {
  readonly context: Context;
  readonly table: Rows;
  readonly handlers: Handlers<Rows>;
  readonly authenticate: Authenticate;
  readonly recognize?: Recognize | undefined;
  /** What handlers of rows wait for that neither only read nor only write. */
  readonly work?: Readonly<{ [Name in keyof Rows]?: WorkKind }> | undefined;
  /** Makes of what a row answers what this person gets, on a site that not everybody reads. */
  readonly forMember?: ForMember | undefined;
  /** Rows whose answers are cached until something that they show changes. */
  readonly cached?: CachedRows<Rows> | undefined;
  /** Aborted when the server stops: from then on every new request is 503. */
  readonly stopping: AbortSignal;
  /** Also checks what handlers answer against the table; for tests. */
  readonly checkAnswers?: boolean | undefined;
}

const scopes: Readonly<Record<BodyKind, (scope: FastifyInstance) => void | Promise<void>>> = {
  none: takeJson,
  json: takeJson,
  multipart: takeMultipart,
  octets: takeOctets,
};

const quickMs = 30_000;
const longMs = 120_000;
/** The answer that it took too long goes out before the connection is given up. */
const graceMs = 5000;

/** Every row of the table as a route, and a 405 for the methods that a path does not take. */
export async function registerTable(app: FastifyInstance, routing: Routing): Promise<void> {
  routeByAction(app);
  for (const [kind, prepare] of Object.entries(scopes)) {
    const rows = Object.entries(routing.table).filter(([, row]) => kindOf(row) === kind);
    await app.register(async (scope) => {
      await prepare(scope);
      for (const [name, row] of rows) {
        const handler = routing.handlers[name];
        if (!handler) throw new Error(`no handler for ${name}`);
        const cached = routing.cached?.[name] as CachedRow<Endpoint> | undefined;
        const work = routing.work?.[name] ?? (row.method === 'GET' ? 'read' : 'write');
        registerRow(scope, { row, handler: handler as Handler<Endpoint>, cached, work }, routing);
      }
    });
  }
  refuseUnknownActions(app, routing.table, routeAuthorization(routing));
  refuseOtherMethods(app, routing.table);
}

/** What a handler of any row answers. */
type Answered = Awaited<ReturnType<Handler<Endpoint>>> & { readonly entityTag?: string | null };

const kindOf = (row: Endpoint): BodyKind => row.bodyKind ?? (row.body ? 'json' : 'none');

interface HandledRow {
  readonly row: Endpoint;
  readonly handler: Handler<Endpoint>;
  readonly cached: CachedRow<Endpoint> | undefined;
  readonly work: WorkKind;
}

function registerRow(
  scope: FastifyInstance,
  { row, handler, cached, work }: HandledRow,
  routing: Routing,
): void {
  const { forMember } = routing;
  const { admission } = routing.context;
  const kind = kindOf(row);
  const streamed = kind === 'multipart' || kind === 'octets';
  const bodyLimit = row.bodyLimit ?? limits.body.json;
  const large = streamed || bodyLimit > limits.body.post;
  const timeoutMs = large ? longMs : quickMs;
  const authorize = routeAuthorization(routing).authorize(row.access, {
    rateLimit: row.rateLimit,
    openToGuests: row.openToGuests,
    scope: tokenScopeOf(row),
  });
  const check = (answer: Readonly<Record<string, unknown>>) => {
    if (routing.checkAnswers) checkAnswer(row, answer);
  };
  scope.route({
    method: row.method,
    url: routePath(row.path),
    ...constraintsOf(row.path),
    bodyLimit,
    config: { bodyIgnored: kind === 'none' },
    onRequest: async (request, reply) => {
      reply.headers(apiHeaders);
      // Whether the token is one is asked later, and costs something.
      const likely = request.headers.authorization === undefined ? 1 : 0;
      if (admission.refuses(work, likely)) throw new Failure('OVERLOADED', { answerAfterMs: shedAnswerMs });
      await authorize(request, reply);
      if (!streamed && Number(request.headers['content-length'] ?? 0) > bodyLimit) throw tooLarge(row);
      if (!streamed) reserveBody(request, reply, { budget: admission.bodies, limit: bodyLimit });
      enforceMinBodyRate(request.raw, large ? 'large' : 'small');
      // While a picture waits its turn nothing travels; that is no idle connection.
      request.raw.socket.setTimeout(timeoutMs + graceMs);
    },
    handler: async (request, reply) => {
      const ifMatch = row.entityTag === 'matched' ? readIfMatch(request.headers['if-match']) : undefined;
      const call = { ...parseInput(row, request), ...request.caller, ifMatch, request } as Call<Endpoint>;
      // A body that is still to be read would hold its place for as long as its sender likes.
      const run = <T>(handle: () => Promise<T>): Promise<T> =>
        withTimeout(
          streamed ? handle() : admission.run(work, admission.priorityOf(request.caller), handle),
          timeoutMs,
        );
      const context = contextOf(routing.context, request);
      const key = cached ? keyOf(request.raw, request.caller.viewer) : null;
      if (cached && key !== null) {
        const making = { context, row: cached, handler, call, path: routePath(row.path), check, forMember };
        const answer = await run(() => cachedAnswer(key, making));
        const headers = { ...(reply.getHeaders() as OutgoingHttpHeaders), vary };
        reply.hijack();
        await sendCached(request.headers, reply.raw, answer, headers);
        return reply;
      }
      const show: Show = async (answer) =>
        row.openToGuests ? answer : answerFor(context, call.viewer, answer, forMember);
      const { entityTag, ...answer } = await run(() => handler(context, call) as Promise<Answered>).catch(
        async (error: unknown) => {
          throw await shownError(error, show);
        },
      );
      if (entityTag) reply.header('etag', entityTag);
      check(answer);
      return { success: true, ...(await show(answer)) };
    },
  });
}

type Show = <T>(answer: T) => Promise<T>;

/** A refusal with the state of now shows it as an answer does: the caller opens its files. */
async function shownError(error: unknown, show: Show): Promise<unknown> {
  if (!(error instanceof Failure) || error.details.top?.data === undefined) return error;
  const { code, details } = error;
  return new Failure(code, { ...details, top: { ...details.top, data: await show(details.top?.data) } });
}

/** The row's own sentence for what is too large, where it has one. */
function tooLarge(row: Endpoint): Failure {
  const code = row.errors?.find((each) => each.endsWith('TOO_LARGE')) ?? 'TOO_LARGE';
  return new Failure(code, { values: { n: limits.image.desktopBytes / MB } });
}

function checkAnswer(row: Endpoint, answer: Readonly<Record<string, unknown>>): void {
  const { data, ...top } = answer;
  const faults = [row.data.safeParse(data), row.top?.safeParse(top)].flatMap((parsed) =>
    (parsed?.error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}`),
  );
  if (faults.length > 0)
    throw new Error(`${row.method} ${row.path} answers against its row: ${faults.join('; ')}`);
}

function refuseOtherMethods(app: FastifyInstance, table: Table): void {
  for (const [url, taken] of methodsByPath(table)) {
    const allowed = taken.includes('GET') ? [...taken, 'HEAD'] : taken;
    const refused = [...methods, 'HEAD' as const].filter(
      (method) => !allowed.some((each) => each === method),
    );
    if (refused.length === 0) continue;
    app.route({
      method: refused,
      url,
      exposeHeadRoute: false,
      onRequest: async (_request, reply) => {
        reply.header('allow', allowed.join(', '));
        throw new Failure('METHOD_NOT_ALLOWED');
      },
      handler: async () => {},
    });
  }
}
