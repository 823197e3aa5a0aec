import type { Access, Endpoint, TokenScope } from '@duet/contract/endpoint';
import { rateLimits } from '@duet/contract/limits';
import { scopeFor } from '@duet/contract/token-scope';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import type { Authenticate } from './handler.ts';
import { identify, requireAccess, requireOpenSite, requireScope } from './identify.ts';
import { cacheFor } from './own-writes.ts';

interface Authorization {
  readonly rateLimit?: Endpoint['rateLimit'];
  readonly openToGuests?: boolean | undefined;
  /** What a personal token needs, where access and method do not say it; null where none is enough. */
  readonly scope?: TokenScope | null;
}

/** What every route asks of who comes, whether it is a row of the contract or not. */
export interface RouteAuthorization {
  readonly context: Context;
  /** Aborted when the server stops: streams end then. One that is silent for 15 s is cut as idle. */
  readonly stopping: AbortSignal;
  /**
   * An `onRequest` hook: token, then its scope, then role, then limit; afterwards `request.caller` says who it is. A guest of a site that not
   * everybody reads is refused, unless the route is `openToGuests` because it shows nothing of what people have published.
   */
  authorize(
    access: Access,
    options?: Authorization,
  ): (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
}

/** The context, with what is kept as far as this request may be answered by it. */
export const contextOf = (context: Context, { cache }: FastifyRequest): Context =>
  cache === context.cache ? context : { ...context, cache };

interface RouteAuthorizationOptions extends Pick<RouteAuthorization, 'context' | 'stopping'> {
  readonly authenticate: Authenticate;
}

export function routeAuthorization({
  context,
  authenticate,
  stopping,
}: RouteAuthorizationOptions): RouteAuthorization {
  return {
    context,
    stopping,
    authorize:
      (access, { rateLimit, openToGuests = false, scope } = {}) =>
      async (request) => {
        const by = rateLimit && rateLimits[rateLimit].by;
        request.cache = cacheFor(context, request.headers);
        const own = contextOf(context, request);
        request.caller = await identify(request, own, authenticate, by !== 'upload');
        const { viewer, address } = request.caller;
        try {
          requireScope(scope === undefined ? scopeFor(access, request.method) : scope, viewer);
          requireAccess(access, viewer);
        } catch (error) {
          // Nothing has counted them yet: the limit of an upload is for those who may upload.
          if (viewer && by === 'upload') await context.limiter.consume('signedIn', viewer.id);
          throw error;
        }
        if (!viewer && !openToGuests) await requireOpenSite(own);
        if (!rateLimit) return;
        const person = viewer?.id ?? address;
        const upload = (request.query as { readonly sessionId?: unknown }).sessionId;
        const keys = { person, address, account: address, upload: `${person} ${upload}` };
        await context.limiter.consume(rateLimit, keys[by ?? 'address']);
      },
  };
}
