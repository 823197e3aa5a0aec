import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { temporaryDir } from '../temporary-dir.ts';

/** One address in front of several servers. Each request goes to the next of them: nobody stays with one. */
export interface Balancer extends AsyncDisposable {
  readonly url: string;
  readonly kind: 'nginx' | 'own';
  /** The servers that there are now. */
  use(urls: readonly string[]): Promise<void>;
}

const hasNginx = (): boolean => spawnSync('nginx', ['-v']).status === 0;

/** A few lines that do what nginx does; or nginx, where it is wanted and installed. */
export function startBalancer(nginx: boolean): Promise<Balancer> {
  return nginx && hasNginx() ? startNginx() : startOwnBalancer();
}

/** `settled` is waited for before each answer, other than a stream of events. */
export async function startOwnBalancer(settled: () => Promise<unknown> = async () => {}): Promise<Balancer> {
  let servers: readonly URL[] = [];
  let next = 0;
  const server = createServer((incoming, answer) => pass(incoming, answer, servers.length));
  /** The next server where one cannot be reached; a request that has arrived anywhere is not sent again. */
  function pass(incoming: IncomingMessage, answer: ServerResponse, tries: number): void {
    const target = servers[next++ % servers.length];
    if (!target || tries === 0) return void answer.writeHead(502).end();
    const { method, url: path, headers } = incoming;
    const { hostname: host, port } = target;
    const onward = request({ host, port, method, path, headers, agent: false }, async (received) => {
      if (!received.headers['content-type']?.startsWith('text/event-stream')) await settled();
      answer.writeHead(received.statusCode ?? 502, received.headers);
      received.pipe(answer);
      received.on('error', () => answer.destroy());
    });
    onward.once('socket', (socket) => socket.once('connect', () => incoming.pipe(onward)));
    onward.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') pass(incoming, answer, tries - 1);
      else if (answer.headersSent) answer.destroy();
      else answer.writeHead(502).end();
    });
    answer.once('close', () => onward.destroy());
  }
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    kind: 'own',
    use: async (urls) => {
      servers = urls.map((url) => new URL(url));
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function startNginx(): Promise<Balancer> {
  const dir = temporaryDir();
  const port = await freePort();
  const config = join(dir.path, 'nginx.conf');
  let version = 0;
  const write = (urls: readonly string[]) => {
    version += 1;
    writeFileSync(config, nginxConfig(dir.path, port, urls, version));
  };
  write(['http://127.0.0.1:9']);
  const words = ['-c', config, '-p', dir.path, '-e', join(dir.path, 'error.log')];
  const child = spawn('nginx', [...words, '-g', 'daemon off;'], { stdio: 'ignore' });
  const exit = once(child, 'exit');
  const url = `http://127.0.0.1:${port}`;
  // Before it listens a signal would end it.
  for (let listens = false; !listens; ) {
    await wait(20);
    listens = await fetch(url).then(
      () => true,
      () => false,
    );
    if (child.exitCode !== null) throw new Error(readFileSync(join(dir.path, 'error.log'), 'utf8'));
  }
  return {
    url,
    kind: 'nginx',
    use: async (urls) => {
      write(urls);
      child.kill('SIGHUP');
      // Old workers take connections for a moment beside the new ones; nginx tells nobody when the last of them has stopped.
      for (let inTurn = 0; inTurn < 10; ) {
        await wait(10);
        const answer = await fetch(`${url}${versionPath}`, { headers: { connection: 'close' } });
        inTurn = (await answer.text()) === `${version}` ? inTurn + 1 : 0;
      }
    },
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM');
      await exit;
      dir[Symbol.dispose]();
    },
  };
}

/** Where nginx says which configuration its worker has. */
const versionPath = '/balancer-version';

const nginxConfig = (folder: string, port: number, urls: readonly string[], version: number): string => `
pid ${folder}/nginx.pid;
worker_processes 1;
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi; uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  upstream duet { ${urls.map((url) => `server ${new URL(url).host} max_fails=1 fail_timeout=1s;`).join(' ')} }
  server {
    listen 127.0.0.1:${port};
    client_max_body_size 60m;
    proxy_request_buffering off;
    proxy_buffering off;
    proxy_read_timeout 1h;
    location = ${versionPath} { return 200 "${version}"; }
    location / {
      proxy_pass http://duet;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
    }
  }
}
`;
