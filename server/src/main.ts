import { startupNotices } from './accounts/new-accounts/setup-link.ts';
import { createApp } from './app.ts';
import { createContext } from './context.ts';
import { serverJobs } from './jobs.ts';
import { type Config, readConfig } from './platform/config/config.ts';
import { stopServer } from './platform/http/stop.ts';
import { releaseMemory } from './platform/release-memory.ts';
import { leftoverRestore } from './platform/site-folder.ts';
import { startFault } from './platform/start-fault.ts';
import { requireNamedFfmpeg } from './platform/video/named-ffmpeg.ts';

const webDir = new URL('../../web/dist/', import.meta.url);

/** https://man.freebsd.org/cgi/man.cgi?sysexits */
const exitCode = { fault: 1, softwareCannotGoOn: 70 } as const;

/** A server that was told to stop is gone within 10 s, whatever hangs. */
const stopWithinMs = 9500;

async function run(config: Config): Promise<void> {
  await requireNamedFfmpeg(config);
  const { promise: ended, resolve: end } = Promise.withResolvers<number>();
  const leftover = leftoverRestore(config.dataDir);
  const context = await createContext(config, {
    exclusive: true,
    keepBallast: true,
    onDiskFailure: () => end(exitCode.softwareCannotGoOn),
  });
  process.once('exit', () => context.log.flush());
  const stopping = new AbortController();
  const app = await createApp(context, { stopping: stopping.signal, webDir });
  // What reading and compiling the modules has left is an eighth of all memory.
  releaseMemory();
  const address = await app.listen({ host: config.host, port: config.port });
  const jobs = context.jobs.start(serverJobs(context));
  // A terminal and npm may each pass on the same signal; only the first counts.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => end(0));
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error) => {
      context.log.fatal({ err: error }, event);
      process.exit(exitCode.fault);
    });
  }
  if (leftover !== null) print(leftover);
  if (config.rateLimit === 0) print('Rate limits are off (DUET_RATE_LIMIT=0).');
  for (const notice of await startupNotices(context, config.publicUrl ?? address)) print(notice);
  print(`Duet is ready at ${address}`);

  const code = await ended;
  setTimeout(() => process.exit(code), stopWithinMs).unref();
  await Promise.all([stopServer(app, stopping), jobs[Symbol.asyncDispose]()]);
  await context[Symbol.asyncDispose]();
  process.exit(code);
}

const print = (line: string): boolean => process.stdout.write(`${line}\n`);

try {
  const { config, warnings } = readConfig(process.env);
  for (const warning of warnings) process.stderr.write(`${warning}\n`);
  await run(config);
} catch (error) {
  process.stderr.write(`${startFault(error)}\n`);
  if (process.env.DUET_LOG_LEVEL === 'debug') process.stderr.write(`${(error as Error).stack}\n`);
  process.exit(exitCode.fault);
}
