// `npm run dev`: the web app from its sources on 3180, the API behind it on 3181, both renewed at every change.
import { exec } from './exec.mjs';
import { install } from './install.mjs';
import { command } from './project.mjs';

await command(async () => {
  await install({ dev: true });
  exec(['scripts/dev-servers.mjs'], { settings: { DUET_PUBLIC_URL: 'http://127.0.0.1:3180' } });
});
