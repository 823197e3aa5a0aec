// `npm run scale-test`: PostgreSQL, an object store and three servers behind a balancer, as one site. Servers are killed under
// load for 60 s, or as many as are named: `npm run scale-test -- 300`. nginx is the balancer where it is installed.
// `npm run scale-test -- api` and `-- browser` run the server's and the browser's tests against three servers; words after
// another `--` go to their runner. `-- kills 300`, `-- events 10000` and `-- throughput 2` are trials that print a table: what is lost
// while servers, PostgreSQL and the object store fail for so many seconds (`-- kills 300 postgres,store` for a part); how soon so many events are heard elsewhere, and how
// many are missed; calls a second of one, two and three servers, measured for so many seconds each.
import { buildWeb } from './build.mjs';
import { run } from './child.mjs';
import { install } from './install.mjs';
import { command, Fault, runtime } from './project.mjs';

/** Their numbers where none is named. */
const trials = new Map([
  ['kills', '300'],
  ['events', '10000'],
  ['throughput', '2'],
]);

await command(async () => {
  const [what = '60', ...more] = process.argv.slice(2);
  await install({ dev: true });
  if (what === 'browser') {
    await buildWeb();
    const tests = ['test', '--config', 'e2e/playwright.config.ts', '--project=three-servers', ...more];
    await finished(['node_modules/@playwright/test/cli.js', ...tests]);
    return;
  }
  const trial = trials.get(what);
  if (trial !== undefined) {
    const [number = trial, ...rest] = more;
    if (!/^[1-9]\d{0,6}$/.test(number))
      throw new Fault(`${what} takes a number. Example: npm run scale-test -- ${what} ${trial}`);
    const quickPasswords = new URL('../server/test/quick-passwords.ts', import.meta.url).href;
    await finished([`--import=${quickPasswords}`, 'server/test/scale/trials/main.ts', what, number, ...rest]);
    return;
  }
  const suite = ['scripts/test.mjs', '--only=server-postgres'];
  if (what === 'api') await finished([...suite, '--', ...more], { DUET_TEST_SERVERS: '3' });
  else if (/^[1-9]\d{0,4}$/.test(what)) {
    await finished([...suite, '--', 'test/scale'], { DUET_SCALE_SECONDS: what });
  } else {
    throw new Fault(
      `${what} is neither api, browser, ${[...trials.keys()].join(', ')} nor a number of seconds. Example: npm run scale-test -- 300`,
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
