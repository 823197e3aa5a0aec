import { randomBytes } from 'node:crypto';
import type { Language } from '@duet/contract/texts/texts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../failure.ts';
import { isNotModified } from './conditions.ts';
import { acceptedEncoding } from './content-encoding.ts';
import { htmlHeaders } from './headers.ts';
import { acceptedLanguage } from './language.ts';
import type { WebFile } from './web-files.ts';

export interface WebApp {
  /** The built files by their address; `/index.html` is the shell. */
  readonly files: ReadonlyMap<string, WebFile>;
  /** Tags for the shell's head, such as a shared post's preview; escaped by who makes them. */
  readonly head: (request: FastifyRequest) => Promise<string>;
}

const serverPaths = /^\/(api|media|cleanup)(\/|$)/;
const fileName = /\.[^/]+$/;

/** Serves the web app: its files, and for every other address of a screen the shell. */
export async function registerWebApp(app: FastifyInstance, webApp: WebApp): Promise<void> {
  const shell = (await webApp.files.get('/index.html')?.content())?.bytes.toString();
  app.get('/*', async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/';
    const file = path === '/index.html' ? undefined : webApp.files.get(decodeURIComponent(path));
    if (file) return sendFile(file, request, reply);
    if (serverPaths.test(path) || (fileName.test(path) && path !== '/index.html'))
      throw new Failure('NOT_FOUND');
    if (shell === undefined) return sendNotBuilt(reply);
    const nonce = randomBytes(16).toString('base64');
    const head = await webApp.head(request).catch((error: unknown) => {
      if (!(error instanceof Failure)) request.log.error({ err: error }, 'the head of a page failed');
      return '';
    });
    const language = acceptedLanguage(request.headers['accept-language']);
    return reply.headers(htmlHeaders(nonce)).send(filled(shell, { nonce, head, language, path }));
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
