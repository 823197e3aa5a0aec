// What `npm run dev` runs under Node 24.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createServer } from 'vite';
import { environment, root, say } from './project.mjs';

const webPort = 3180;
const apiPort = 3181;
const api = `http://127.0.0.1:${apiPort}`;
const forwarded = ['/api', '/media', '/cleanup', '/healthz', '/readyz'];

const server = spawn(
  process.execPath,
  ['--watch', '--watch-preserve-output', join(root, 'server/src/main.ts')],
  {
    stdio: 'inherit',
    env: environment({ DUET_PORT: String(apiPort) }),
  },
);
const web = await createServer({
  root: join(root, 'web'),
  configFile: join(root, 'web', 'vite.config.ts'),
  server: {
    host: '127.0.0.1',
    port: webPort,
    strictPort: true,
    proxy: Object.fromEntries(forwarded.map((path) => [path, { target: api, changeOrigin: false }])),
  },
});
await web.listen();
say(`The web app from its sources: http://127.0.0.1:${webPort}`);

let stopping = false;
const stop = async () => {
  if (stopping) return;
  stopping = true;
  server.kill('SIGTERM');
  await web.close();
};
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
server.on('exit', async (code) => {
  await stop();
  process.exit(code ?? 0);
});
