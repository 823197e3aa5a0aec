// `npm run scale-test`: PostgreSQL, an object store and three servers behind a balancer, as one site. Servers are killed under
// load for 60 s, or as many as are named: `npm run scale-test -- 300`. nginx is the balancer where it is installed.
// `npm run scale-test -- api` and `-- browser` run the server's and the browser's tests against three servers; words after
// another `--` go to their runner.
import { buildWeb } from './build.mjs';
import { run } from './child.mjs';
import { install } from './install.mjs';
import { command, Fault, runtime } from './project.mjs';

await command(async () => {
  const [what = '60', ...more] = process.argv.slice(2);
  await install({ dev: true });
  if (what === 'browser') {
    await buildWeb();
    const tests = ['test', '--config', 'e2e/playwright.config.ts', '--project=three-servers', ...more];
    await finished(['node_modules/@playwright/test/cli.js', ...tests]);
    return;
  }
  const suite = ['scripts/test.mjs', '--only=server-postgres'];
  if (what === 'api') await finished([...suite, '--', ...more], { DUET_TEST_SERVERS: '3' });
  else if (/^[1-9]\d{0,4}$/.test(what)) {
    await finished([...suite, '--', 'test/scale'], { DUET_SCALE_SECONDS: what });
  } else {
    throw new Fault(
      `${what} is neither api, browser nor a number of seconds. Example: npm run scale-test -- 300`,
    );
  }
});

/**
 * @param {string[]} words
 * @param {Record<string, string>} [settings]
 */
async function finished(words, settings = {}) {
  const { code } = await run(runtime(), words, { settings, show: (text) => process.stdout.write(text) });
  if (code !== 0) process.exitCode = 1;
}
