import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Context } from '../platform/context.ts';
import { Failure } from '../platform/failure.ts';
import { takeJson } from '../platform/http/body-parsers.ts';
import { apiHeaders } from '../platform/http/headers.ts';
import type { MoreRoutes } from '../platform/http/server.ts';
import { deleteReader } from './store.ts';

const unsubscribePath = '/unsubscribe';

const macOf = ({ secrets }: Pick<Context, 'secrets'>, userId: string): Buffer =>
  createHmac('sha256', Buffer.from(secrets.pepper, 'base64url'))
    .update(`unsubscribe digest|v1|${userId}`)
    .digest();

/** Where a reader ends the weekly mail. It stays good: a mail may be opened years later. It opens nothing else. */
export function unsubscribeUrl(context: Context, userId: string): string {
  const token = `${userId}.${macOf(context, userId).toString('base64url')}`;
  return `${context.config.mail?.origin ?? ''}${unsubscribePath}?token=${encodeURIComponent(token)}`;
}

/** Ends the weekly mail of whose the token is; again changes nothing. UNSUBSCRIBE_LINK_INVALID for what is no token. */
export async function unsubscribe(context: Context, token: string): Promise<void> {
  const [userId = '', mac = ''] = token.split('.');
  const given = Buffer.from(mac, 'base64url');
  const right = macOf(context, userId);
  if (given.length !== right.length || !timingSafeEqual(given, right)) {
    throw new Failure('UNSUBSCRIBE_LINK_INVALID');
  }
  await context.db.write((tx) => deleteReader(tx, userId));
}

/**
 * `POST /unsubscribe`: by mail programs, without a page or a cookie (RFC 8058, 3.1). What they send beside the address is not looked
 * at. `GET` is the app's page with a button: programs that look at links before a person does end nothing.
 */
export const serveUnsubscribe: MoreRoutes = (app, { authorize, context }) => {
  const route = { onRequest: authorize('anyone', { openToGuests: true }), config: { bodyIgnored: true } };
  app.register(async (scope) => {
    takeJson(scope);
    scope.post(unsubscribePath, route, async (request, reply) => {
      const { token } = request.query as { readonly token?: unknown };
      await unsubscribe(context, typeof token === 'string' ? token : '');
      return reply.headers(apiHeaders).send({ success: true, data: {} });
    });
  });
};
