import { randomBytes } from 'node:crypto';
import type { Language } from '@duet/contract/texts/texts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { Failure } from '../failure.ts';
import { currentSite, isOpen, type SiteSettings } from '../site/settings.ts';
import { isNotModified } from './conditions.ts';
import { acceptedEncoding } from './content-encoding.ts';
import { htmlHeaders } from './headers.ts';
import { acceptedLanguage } from './language.ts';
import { closedHead, iconInstead, manifestOf, robotsOf, shellOf } from './site-page.ts';
import type { WebFile } from './web-files.ts';

export interface WebApp {
  /** The built files by their address; `/index.html` is the shell. */
  readonly files: ReadonlyMap<string, WebFile>;
  /** Tags for the shell's head, such as a shared post's preview; escaped by who makes them. */
  readonly head: (request: FastifyRequest) => Promise<string>;
}

const serverPaths = /^\/(api|media|cleanup)(\/|$)/;
const fileName = /\.[^/]+$/;

/** Files of the build in which the site has a say. */
const ofSite: Readonly<Record<string, (built: string, site: SiteSettings) => string>> = {
  '/robots.txt': robotsOf,
  '/manifest.webmanifest': manifestOf,
};

/** Serves the web app: its files, and for every other address of a screen the shell. */
export async function registerWebApp(app: FastifyInstance, webApp: WebApp, context: Context): Promise<void> {
  const { cdnUrl } = context.config;
  const mediaOrigin = cdnUrl === null ? null : new URL(cdnUrl).origin;
  const shell = (await webApp.files.get('/index.html')?.content())?.bytes.toString();
  app.get('/*', async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/';
    const file = path === '/index.html' ? undefined : webApp.files.get(decodeURIComponent(path));
    const fill = ofSite[path];
    if (file && fill) return sendFilled(file, fill, reply, await currentSite(context));
    if (file && path.startsWith('/icons/')) {
      const own = iconInstead(path, await currentSite(context));
      if (own) return reply.header('cache-control', 'no-cache').redirect(own);
    }
    if (file) return sendFile(file, request, reply);
    if (serverPaths.test(path) || (fileName.test(path) && path !== '/index.html'))
      throw new Failure('NOT_FOUND');
    if (shell === undefined) return sendNotBuilt(reply);
    const nonce = randomBytes(16).toString('base64');
    const site = await currentSite(context);
    const language = site.language ?? acceptedLanguage(request.headers['accept-language']);
    const own = shellOf(shell, site, nonce);
    reply.headers(htmlHeaders(nonce, mediaOrigin));
    if (!isOpen(site)) {
      // The same at every address: nobody learns what there is.
      const head = closedHead(site, context.config.publicUrl ?? '');
      return reply.header('x-robots-tag', 'noindex').send(filled(own, { nonce, head, language, path: '' }));
    }
    const head = await webApp.head(request).catch((error: unknown) => {
      if (!(error instanceof Failure)) request.log.error({ err: error }, 'the head of a page failed');
      return '';
    });
    return reply.send(filled(own, { nonce, head, language, path }));
  });
}

interface Filling {
  readonly nonce: string;
  readonly head: string;
  readonly language: Language;
  readonly path: string;
}

/**
 * The shell with this answer's nonce wherever it leaves room for one, and the tags at the end of its head. A title
 * among them takes the place of the shell's own. Of the texts and screens that it asks for beforehand those of the likely
 * language and of the address stay.
 */
function filled(shell: string, { nonce, head, language, path }: Filling): string {
  const untitled = head.includes('<title>') ? shell.replace(/<title>[^<]*<\/title>/, '') : shell;
  return untitled
    .replace(/<meta name="csp-nonce" content="[^"]*"\s*\/?>/, `<meta name="csp-nonce" content="${nonce}">`)
    .replaceAll(' nonce=""', ` nonce="${nonce}"`)
    .replaceAll(/<link[^>]* data-language="(\w+)"[^>]*>/g, (tag, of) => (of === language ? tag : ''))
    .replaceAll(/<link[^>]* data-address="([^"]+)"[^>]*>/g, (tag, of) => (path.startsWith(of) ? tag : ''))
    .replace('</head>', () => `${head}</head>`);
}

/** Such a file is small and changes with the settings, so it is sent as it is and asked for each time. */
async function sendFilled(
  file: WebFile,
  fill: (built: string, site: SiteSettings) => string,
  reply: FastifyReply,
  site: SiteSettings,
): Promise<FastifyReply> {
  const { bytes } = await file.content();
  return reply
    .headers({ 'content-type': file.type, 'cache-control': 'no-cache' })
    .send(fill(bytes.toString(), site));
}

function sendNotBuilt(reply: FastifyReply): FastifyReply {
  return reply
    .code(503)
    .headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', 'retry-after': '5' })
    .send('The web app has not been built yet. Run: npm start');
}

async function sendFile(file: WebFile, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const content = await file.content();
  const { etag, compressible, bytes } = content;
  reply.headers({
    'content-type': file.type,
    'cache-control': file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag,
  });
  if (compressible) reply.header('vary', 'Accept-Encoding');
  if (isNotModified(request.headers, { etag })) return reply.code(304).send();
  const encoding = compressible ? acceptedEncoding(request.headers['accept-encoding'], ['br', 'gzip']) : null;
  if (!encoding) return reply.send(bytes);
  return reply.header('content-encoding', encoding).send(await content.encoded(encoding));
}
