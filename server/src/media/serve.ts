import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { actsAsAdmin, mayAct } from '../accounts/account.ts';
import { roleOfToken } from '../accounts/personal-tokens/personal-token.ts';
import type { Context } from '../platform/context.ts';
import { Failure } from '../platform/failure.ts';
import type { RouteAuthorization } from '../platform/http/authorize.ts';
import { isNotModified, mayServePart, type Validators } from '../platform/http/conditions.ts';
import { tokenOfGrantee } from '../platform/http/grantee.ts';
import { type Headers, mediaHeaders } from '../platform/http/headers.ts';
import { enforceMinResponseRate } from '../platform/http/min-response-rate.ts';
import { currentSite, isOpen } from '../platform/site/settings.ts';
import { shownInPlace } from '../platform/storage/content-types.ts';
import { isThumbnailKey } from '../platform/storage/keys.ts';
import { createActivePeople } from './active-people.ts';
import { readRange } from './byte-range.ts';
import { cdnUrlOf, redirectHeaders } from './cdn.ts';
import { findOrphanedFile } from './orphaned-file.ts';
import { findServable, type Servable } from './servable.ts';
import { readSignature } from './sign.ts';
import { storagePath } from './storage-path.ts';

/** The address as it was sent: what is encoded, doubled or climbing is none of ours. */
function requested(request: FastifyRequest): { path: string; query: URLSearchParams } {
  const [pathname = '', query = ''] = (request.raw.url ?? '').split('?', 2);
  const path = storagePath(pathname);
  if (path === null) throw new Failure('NOT_FOUND');
  return { path, query: new URLSearchParams(query) };
}

function validatorsOf(file: Servable, path: string): Validators {
  const part = isThumbnailKey(path) ? path.slice(path.indexOf('_thumb'), path.lastIndexOf('.')) : '';
  return {
    etag: `"${file.sha256.slice(0, 32)}${part.replaceAll('_', '-')}"`,
    lastModified: new Date(file.created_at).toUTCString(),
  };
}

async function sizeOf(context: Context, file: Servable, path: string): Promise<number> {
  if (!isThumbnailKey(path)) return file.size;
  return (await context.storage.stat(path))?.size ?? missing(path);
}

function missing(path: string): never {
  throw new Failure('NOT_FOUND', { log: `${path} is not in the store` });
}

/** What web/capacitor.config.ts adds to the name of the native app's web view. */
const nativeApp = /\bDuetApp\//;

/**
 * The native app's page is of no site (`capacitor://localhost`), so `same-site` would keep every picture from it, and
 * a picture's request has no `Origin`. Its web view shows nothing but the app, and says so in its name; every browser
 * is still kept from showing the media of this site on another one.
 */
function crossOriginHeaders({ headers }: FastifyRequest): Headers {
  const vary = { vary: 'Origin, User-Agent' };
  if (!nativeApp.test(headers['user-agent'] ?? '')) return vary;
  return { ...vary, 'cross-origin-resource-policy': 'cross-origin' };
}

async function send(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  { path, file, open }: { readonly path: string; readonly file: Servable; readonly open: boolean },
): Promise<FastifyReply> {
  const validators = validatorsOf(file, path);
  const headers = {
    ...mediaHeaders({ public: open, known: shownInPlace.has(file.content_type) }),
    ...crossOriginHeaders(request),
    'accept-ranges': 'bytes',
    etag: validators.etag,
    'last-modified': validators.lastModified,
  };
  if (isNotModified(request.headers, validators)) return reply.code(304).headers(headers).send();

  const size = await sizeOf(context, file, path);
  const asked = mayServePart(request.headers, validators) ? readRange(request.headers.range, size) : null;
  if (asked === 'unsatisfiable') {
    return reply
      .code(416)
      .headers({ ...headers, 'content-range': `bytes */${size}` })
      .send();
  }
  const { start, end } = asked ?? { start: 0, end: size - 1 };
  const described = { ...headers, 'content-type': file.content_type, 'content-length': end - start + 1 };
  const body = request.method === 'HEAD' ? undefined : await context.storage.open(path, { start, end });
  if (body === null) missing(path);
  if (asked) reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
  enforceMinResponseRate(reply);
  return reply.headers(described).send(body);
}

/**
 * `/media/…`: what is public for everybody who may read (where guests may not, for members with a signature), the rest for
 * admins with a signature. What a caller may not see does
 * not exist for them. Bytes flow as fast as the client takes them; where it leaves, or takes next to
 * nothing, the file is closed.
 */
export function serveMedia(app: FastifyInstance, { context }: Pick<RouteAuthorization, 'context'>): void {
  const people = {
    admin: createActivePeople(context, actsAsAdmin),
    member: createActivePeople(context, mayAct),
  };
  const mayOpen = async (grantee: string, as: keyof typeof people): Promise<boolean> => {
    const token = tokenOfGrantee(grantee);
    if (token === null) return people[as](grantee);
    const role = await roleOfToken(context, token);
    return role === 'admin' || (role === 'user' && as === 'member');
  };
  app.route({
    method: ['GET', 'HEAD'],
    url: '/media/*',
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const { path, query } = requested(request);
      const known = await findServable(context.db.read, path);
      const open = known?.isOfSite || (known?.isPublic && isOpen(await currentSite(context)));
      if (!open) {
        const signature = readSignature(context, path, query);
        const as = known?.isPublic ? 'member' : 'admin';
        if (!signature || !(await mayOpen(signature.grantee, as))) throw new Failure('NOT_FOUND');
      }
      const file = known ?? (await findOrphanedFile(context, path));
      if (!file) throw new Failure('NOT_FOUND');
      // Pictures of the site itself stay here: they show to guests of a private site as well.
      const elsewhere =
        open && known?.isPublic && !known.isOfSite && shownInPlace.has(file.content_type)
          ? cdnUrlOf(context.config, request.headers, path)
          : null;
      if (elsewhere !== null) return reply.headers(redirectHeaders).redirect(elsewhere, 302);
      return send(context, request, reply, { path, file, open: Boolean(open) });
    },
  });
}
