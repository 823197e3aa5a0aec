import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { RateLimitName } from './limits.ts';

/** Who may call. `anyone` includes guests; a dead token is refused with 401 even there (decisions §6). */
export type Access = 'anyone' | 'signedIn' | 'admin';

/** How the request's body travels. `octets` and `multipart` are streamed and never parsed as JSON. */
export type BodyKind = 'none' | 'json' | 'multipart' | 'octets';

/**
 * What a personal token may do (decisions §8): `admin` is for the calls of admins, of all others `read` for GET and `write`
 * for the rest. None includes another.
 */
export type TokenScope = 'read' | 'write' | 'admin';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * One row of the contract: all that server, client, tests and docs need to know of a call.
 *
 * `path` is written the OpenAPI way (`/api/posts/{id}`) and nowhere else. Where several calls share method and
 * path, `?action=…` stands in it and tells them apart. `data` is the shape of the answer's
 * `data`, `top` of what stands beside it at the top level (decisions §2). `errors` lists the codes that this
 * call adds to those every call may answer (see `commonErrors`).
 */
export interface Endpoint {
  readonly method: Method;
  readonly path: `/${string}`;
  readonly access: Access;
  /**
   * Of `access: 'anyone'`: a guest may call it also where not everybody reads, because it shows nothing of what people have
   * published (decisions §8, private sites). Every other call answers a guest SIGN_IN_REQUIRED there.
   */
  readonly openToGuests?: true;
  /** Of a session alone: no personal token may make this call, whatever its scopes (`token-scope.ts`). */
  readonly sessionOnly?: true;
  /** One sentence for docs/api.md. */
  readonly does: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject;
  readonly bodyKind?: BodyKind;
  readonly data: z.ZodType;
  readonly top?: z.ZodObject;
  readonly errors?: readonly ErrorCode[];
  /** The limit that counts this call beside the general one per address or person (limits.ts). */
  readonly rateLimit?: RateLimitName;
  /**
   * `answered`: the answer has the ETag of what can be edited, for those who may know of it. `matched`: so it has, and the
   * call takes `If-Match`; where that does not match it answers CHANGED_MEANWHILE with the present state in `data`.
   */
  readonly entityTag?: 'answered' | 'matched';
  /** The shape of the present state beside CHANGED_MEANWHILE, where it is not that of `data`. */
  readonly conflict?: z.ZodObject;
  /** The largest body in bytes; `limits.body.json` where absent. */
  readonly bodyLimit?: number;
}

/** Keeps a row's literal types and checks its form. */
export function endpoint<const E extends Endpoint>(row: E): E {
  return row;
}

type Output<T> = T extends z.ZodType ? z.output<T> : Record<never, never>;
type Input<T> = T extends z.ZodType ? z.input<T> : Record<never, never>;

/** What a handler receives after parsing. */
export interface Parsed<E extends Endpoint> {
  readonly params: Output<E['params']>;
  readonly query: Output<E['query']>;
  readonly body: Output<E['body']>;
}

/** What a caller passes. */
export interface Request<E extends Endpoint> {
  readonly params?: Input<E['params']>;
  readonly query?: Input<E['query']>;
  readonly body?: Input<E['body']>;
}

export type Data<E extends Endpoint> = z.output<E['data']>;
export type Top<E extends Endpoint> = Output<E['top']>;

/** The successful answer as it travels (decisions §2). */
export type Answer<E extends Endpoint> = { readonly success: true; readonly data: Data<E> } & Top<E>;

/**
 * The failed answer as it travels (decisions §2). `missingChunks` stands beside a 409 of an upload, `missingMedia`
 * (addresses) beside MEDIA_GONE, the present state as `data` beside CHANGED_MEANWHILE, `reason` (a `SessionEndReason`)
 * beside SESSION_ENDED where the token was a session's once and that is not long ago.
 */
export interface Failure {
  readonly success: false;
  readonly error: string;
  readonly code: ErrorCode;
  readonly fields?: Readonly<Record<string, string>>;
}

/** `/api/posts/{id}` with `{id: 'x'}` becomes `/api/posts/x`; values are percent-encoded. */
export function fillPath(path: string, params: Readonly<Record<string, string>> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

/** A filled path with a query behind it; `search` is without its question mark. */
export function withSearch(path: string, search: string): string {
  if (search === '') return path;
  return `${path}${path.includes('?') ? '&' : '?'}${search}`;
}
