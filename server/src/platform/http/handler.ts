import type { Data, Endpoint, Parsed, Top } from '@duet/contract/endpoint';
import type { Language } from '@duet/contract/texts/texts';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';

/** Who calls, as the session says. */
export interface Viewer {
  readonly id: string;
  readonly username: string;
  readonly role: 'user' | 'admin';
  readonly language: Language | null;
  readonly sessionId: string;
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
  /** Only for multipart and octets. */
  readonly request: FastifyRequest;
}

/** Answers what stands in `data`, and beside it what the row's `top` names. Fails by throwing a `Failure`. */
export type Handler<E extends Endpoint> = (
  context: Context,
  call: Call<E>,
) => Promise<{ readonly data: Data<E> } & Top<E>>;

/** A row without a handler does not compile. */
export type Handlers<Rows extends Readonly<Record<string, Endpoint>>> = {
  readonly [Name in keyof Rows]: Handler<Rows[Name]>;
};

/** Who the bearer of a token is; null where the token is dead. */
export type Authenticate = (context: Context, token: string) => Promise<Viewer | null>;

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on the contract's routes and on those that call `admit`. */
    caller: Caller;
  }
  interface FastifyContextConfig {
    /** The route takes no body and does not mind one. */
    bodyIgnored?: boolean;
  }
}
