// `npm run scale-test`: PostgreSQL, an object store and three servers behind a balancer, as one site. Servers are killed under
// load for 60 s, or as many as are named: `npm run scale-test -- 300`. nginx is the balancer where it is installed.
import { run } from './child.mjs';
import { install } from './install.mjs';
import { command, Fault, runtime } from './project.mjs';

const words = ['scripts/test.mjs', '--only=server-postgres', '--', 'test/scale'];

await command(async () => {
  const seconds = process.argv[2] ?? '60';
  if (!/^[1-9]\d{0,4}$/.test(seconds)) {
    throw new Fault(`${seconds} is not a number of seconds. Example: npm run scale-test -- 300`);
  }
  await install({ dev: true });
  const settings = { DUET_SCALE_SECONDS: seconds };
  const { code } = await run(runtime(), words, { settings, show: (text) => process.stdout.write(text) });
  if (code !== 0) process.exitCode = 1;
});
