import type { Data, Endpoint, Parsed, TokenScope, Top } from '@duet/contract/endpoint';
import type { Language } from '@duet/contract/texts/texts';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import type { IfMatch } from './entity-tag.ts';

/** Who calls, as the session or personal token says. */
export interface Viewer {
  readonly id: string;
  readonly username: string;
  readonly displayName: string;
  /** In which they act. */
  readonly role: 'user' | 'admin';
  /** Of the account, whichever role it acts in. */
  readonly accountRole: 'user' | 'admin';
  /** An admin who acts as everybody else until they have set up a second step. */
  readonly lacksSecondStep?: true;
  readonly language: Language | null;
  /** The id of the token where it is one. */
  readonly sessionId: string;
  /** The personal token that the call came with, in place of a session; `role` is then that in which it acts. */
  readonly token?: { readonly id: string; readonly scopes: readonly TokenScope[] };
}

/** What is known of a caller before anything is read of what they sent. */
export interface Caller {
  readonly viewer: Viewer | null;
  /** From `Accept-Language`. */
  readonly language: Language;
  /** The caller's own address, through trusted proxies. */
  readonly address: string;
  readonly userAgent: string;
}

/** A call of one row of the contract, parsed by the row's shapes. */
export interface Call<E extends Endpoint> extends Parsed<E>, Omit<Caller, 'viewer'> {
  /** Never null where the row's access is `signedIn` or `admin`. */
  readonly viewer: E['access'] extends 'anyone' ? Viewer | null : Viewer;
  /** The condition that the call came with, where the row takes one. */
  readonly ifMatch: E extends { readonly entityTag: 'matched' } ? IfMatch : undefined;
  /** Only for multipart and octets. */
  readonly request: FastifyRequest;
}

/** The entity tag to answer, for rows that have one; null where this caller gets none. */
type Tagged<E extends Endpoint> = E extends { readonly entityTag: string }
  ? { readonly entityTag: string | null }
  : unknown;

/**
 * Answers what stands in `data`, beside it what the row's `top` names, and the entity tag of the ETag header. Fails by
 * throwing a `Failure`.
 */
export type Handler<E extends Endpoint> = (
  context: Context,
  call: Call<E>,
) => Promise<{ readonly data: Data<E> } & Top<E> & Tagged<E>>;

/** A row without a handler does not compile. */
export type Handlers<Rows extends Readonly<Record<string, Endpoint>>> = {
  readonly [Name in keyof Rows]: Handler<Rows[Name]>;
};

/** Who the bearer of a token is; null, or a `Failure` that says why, where the token is dead. */
export type Authenticate = (context: Context, token: string) => Promise<Viewer | null>;

/** The same where that is known without asking the database; null says nothing. */
export type Recognize = (context: Context, token: string) => Viewer | null;

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on the contract's routes and on those that call `authorize`. */
    caller: Caller;
  }
  interface FastifyContextConfig {
    /** The route takes no body and does not mind one. */
    bodyIgnored?: boolean;
  }
}
