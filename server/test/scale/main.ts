// Three servers behind a balancer as a process of its own, for tests in a browser:
//   node server/test/scale/main.ts '{"databaseUrl":"postgres://…","settings":{}}'
// It prints one line of JSON when they answer, takes `kill`, `end` and `start` as lines of its standard input, answers each
// with a line when it is done, and ends with its standard input.
import { createInterface } from 'node:readline';
import { openServers, type ServersOptions } from './servers.ts';

const { databaseUrl, settings = {} } = JSON.parse(process.argv[2] ?? '{}') as Partial<ServersOptions> &
  Pick<ServersOptions, 'databaseUrl'>;
await using site = await openServers({ count: 3, nginx: true, databaseUrl, settings });

const say = (line: unknown) => process.stdout.write(`${JSON.stringify(line)}\n`);
say({
  url: site.balancer.url,
  setupLink: /\S+\/register\?setup=\S+/.exec(site.servers[0]?.printed() ?? '')?.[0] ?? '',
});

const orders: Record<string, () => Promise<void>> = {
  kill: () => site.endAll('SIGKILL'),
  end: () => site.endAll('SIGTERM'),
  start: () => site.startAll(),
};
for await (const order of createInterface({ input: process.stdin })) {
  await orders[order]?.();
  say({ done: order });
}
