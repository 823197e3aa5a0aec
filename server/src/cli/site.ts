import { createContext } from '../context.ts';
import { readConfig } from '../platform/config/config.ts';
import type { Context } from '../platform/context.ts';
import { startFault } from '../platform/start-fault.ts';
import { CommandError } from './command.ts';

/** Opens the site that the environment names, beside a running server, and closes it after the work. */
export async function withSite<T>(work: (context: Context) => Promise<T>): Promise<T> {
  const { config } = readConfig(process.env);
  await using context = await createContext(config, { exclusive: false }).catch((error) => {
    throw new CommandError(startFault(error), { cause: error });
  });
  return await work(context);
}
