// `npm run demo`: a site with sample people and posts, in a data folder of its own.
import { buildWeb } from './build.mjs';
import { run } from './child.mjs';
import { exec } from './exec.mjs';
import { install } from './install.mjs';
import { command, Fault, runtime, serverProcess } from './project.mjs';

const settings = { DUET_DATA_DIR: 'data-demo' };
/** Where the real site has its data, its backups and its mail. */
const ofRealSite = /^DUET_(DATABASE_URL|SECRET_KEY|S3_|BACKUP_|DUMP_DIR|SMTP_URL|MAIL_FROM)/;

await command(async () => {
  // Never the real site, wherever its settings point.
  for (const name of Object.keys(process.env)) if (ofRealSite.test(name)) delete process.env[name];
  await install({ dev: false });
  await buildWeb();
  // Fills an empty site only, and prints the demo accounts.
  const { code } = await run(runtime(), ['demo/main.ts'], {
    settings,
    show: (text) => process.stdout.write(text),
  });
  if (code !== 0) throw new Fault('The demo could not be filled; the reason stands above.');
  exec(['server/src/main.ts'], {
    ...serverProcess,
    settings: { ...serverProcess.settings, ...settings },
  });
});
