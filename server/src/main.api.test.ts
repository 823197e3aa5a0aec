import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bareEnvironment } from '../test/bare-environment.ts';
import { ready } from '../test/ready.ts';
import { temporaryDir } from '../test/temporary-dir.ts';
import { createTestDatabase, databaseKind } from '../test/test-database.ts';

const program = new URL('./main.ts', import.meta.url).pathname;

interface Run {
  readonly child: ChildProcess;
  readonly out: () => string;
  readonly err: () => string;
  readonly exit: Promise<number | null>;
}

let parts: AsyncDisposableStack;
let settings: Record<string, string>;
beforeEach(async () => {
  parts = new AsyncDisposableStack();
  const { url } = parts.use(await createTestDatabase('empty'));
  settings = {
    DUET_PORT: '0',
    DUET_DATA_DIR: parts.use(temporaryDir()).path,
    ...(url ? { DUET_DATABASE_URL: url } : {}),
  };
});
afterEach(() => parts.disposeAsync());

function run(more: Readonly<Record<string, string>> = {}): Run {
  const env = { ...bareEnvironment(), ...settings, ...more };
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  const exit = once(child, 'close').then(([code]) => code as number | null);
  parts.defer(async () => {
    child.kill('SIGKILL');
    await exit;
  });
  return { child, out: () => out, err: () => err, exit };
}

async function started(more: Readonly<Record<string, string>> = {}): Promise<Run & { readonly url: string }> {
  const running = run(more);
  const url = await new Promise<string>((resolve, reject) => {
    running.child.stdout?.on('data', () => {
      const [, found] = /Duet is ready at (\S+)\n/.exec(running.out()) ?? [];
      if (found) resolve(found);
    });
    running.exit.then((code) => reject(new Error(`ended with ${code}: ${running.err()}`)));
  });
  return { ...running, url };
}

describe('the server', () => {
  it('says once that it is ready, answers, and ends with 0 when told to', async () => {
    const server = await started();
    expect(server.out().match(/Duet is ready at http:\/\/127\.0\.0\.1:\d+\n/g)).toHaveLength(1);
    expect(server.out()).toMatch(/\/register\?setup=[\w-]{43}\n/);
    const health = await fetch(`${server.url}/healthz`);
    expect([health.status, await health.json()]).toEqual([200, { status: 'ok' }]);
    await ready(server.url);
    server.child.kill('SIGTERM');
    expect(await server.exit).toBe(0);
  });

  it("has not loaded Node's fetch, which takes 6 MiB and which it never uses", async () => {
    const tell = `process.once("SIGUSR2", () => console.error("loaded: " + process.moduleLoadList.join() + "."))`;
    const { NODE_OPTIONS = '' } = bareEnvironment();
    const server = await started({
      NODE_OPTIONS: `${NODE_OPTIONS} --import=data:text/javascript,${encodeURIComponent(tell)}`,
    });
    server.child.kill('SIGUSR2');
    await expect.poll(server.err).toMatch(/loaded: .*\bNativeModule _http_server\b.*\.\n/);
    expect(server.err()).not.toContain('undici');
  });

  it('gives back what its start has filled before it listens, once', async () => {
    const tell = `globalThis.gc = (how) => console.error("collected: " + JSON.stringify(how))`;
    const { NODE_OPTIONS = '' } = bareEnvironment();
    const server = await started({
      NODE_OPTIONS: `${NODE_OPTIONS} --import=data:text/javascript,${encodeURIComponent(tell)}`,
    });
    const how = '{"type":"major","execution":"sync","flavor":"last-resort"}';
    expect(server.err().match(/collected: .*/g)).toEqual([`collected: ${how}`]);
  });

  it('ends while connections are open and idle, within its time', async () => {
    const server = await started();
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    await once(socket, 'connect');
    const start = performance.now();
    server.child.kill('SIGINT');
    expect(await server.exit).toBe(0);
    expect(performance.now() - start).toBeLessThan(10_000);
    socket.destroy();
  });

  it('lets a sign-in in flight finish', async () => {
    const server = await started();
    await ready(server.url);
    const login = fetch(`${server.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'nobody', password: 'Secret!123' }),
    });
    await fetch(`${server.url}/healthz`);
    server.child.kill('SIGTERM');
    expect((await login).status).toBe(401);
    expect(await server.exit).toBe(0);
  });

  it('starts again after it was killed', async () => {
    const first = await started();
    first.child.kill('SIGKILL');
    await first.exit;
    const second = await started();
    await ready(second.url);
  });
});

// What has nothing to do with where its rows are.
if (databaseKind === 'sqlite') {
  describe('a server', () => {
    it('does not start with an ffmpeg that is not there, and does without one that nobody named', async () => {
      const wrong = run({ DUET_FFMPEG: '/nowhere/ffmpeg' });
      expect(await wrong.exit).toBe(1);
      expect(wrong.err()).toBe(
        'DUET_FFMPEG names no ffmpeg that answers, with ffprobe beside it (/nowhere/ffmpeg). Example: DUET_FFMPEG=off\n',
      );
      expect((await started({ PATH: '' })).out()).toContain('Duet is ready at');
    });

    it('shares its data folder with no other', async () => {
      await started();
      const second = run();
      expect(await second.exit).toBe(1);
      expect(second.err()).toContain('Another Duet server uses the data folder');
    });

    it('tells every wrong setting in a line and ends with 1', async () => {
      const server = run({ DUET_PORT: 'x', DUET_LOG_LEVEL: 'loud', DUET_PRT: '1' });
      expect(await server.exit).toBe(1);
      expect(server.err()).toBe(
        'DUET_PORT is not a whole number from 0 to 65535. Example: DUET_PORT=3180\n' +
          'DUET_LOG_LEVEL is not one of trace, debug, info, warn, error, silent. Example: DUET_LOG_LEVEL=info\n',
      );
    });

    it('names the port that is taken', async () => {
      const first = await started();
      const second = run({
        DUET_PORT: new URL(first.url).port,
        DUET_DATA_DIR: parts.use(temporaryDir()).path,
      });
      expect(await second.exit).toBe(1);
      expect(second.err()).toMatch(/^DUET_PORT is in use by another program\./m);
    });

    it.each([
      [{ DUET_DATA_DIR: program }, /^DUET_DATA_DIR is a file where it should be a folder\. .+\n$/],
      [{ DUET_DATABASE_URL: 'postgres://127.0.0.1:1/x' }, /^DUET_DATABASE_URL cannot be reached\. .+\n$/],
      [{ DUET_HOST: '192.0.2.1', DUET_TRUST_PROXY: '127.0.0.1' }, /^DUET_HOST cannot be listened on\. .+\n$/],
    ])('says in one line what is wrong with %j', async (more, line) => {
      const server = run(more);
      expect(await server.exit).toBe(1);
      expect(server.err()).toMatch(line);
    });

    it('says when limits are off, and writes no secret to its log', async () => {
      const server = await started({ DUET_RATE_LIMIT: '0' });
      expect(server.out()).toContain('Rate limits are off (DUET_RATE_LIMIT=0).\n');
      await fetch(`${server.url}/media/photos/x.jpg?s=signature-secret&e=123456&w=1`, {
        headers: { authorization: 'Bearer token-secret', cookie: 'cookie-secret' },
      });
      await fetch(`${server.url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'body-secret', password: 'password-secret' }),
      });
      server.child.kill('SIGTERM');
      await server.exit;
      expect(server.err()).toContain('"url":"/media/photos/x.jpg"');
      expect(server.err()).not.toMatch(/-secret|123456/);
      for (const line of server.err().trim().split('\n')) expect(() => JSON.parse(line)).not.toThrow();
    });
  });
}
