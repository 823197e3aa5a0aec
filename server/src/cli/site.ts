import { createContext } from '../context.ts';
import { readConfig } from '../platform/config/config.ts';
import type { Context } from '../platform/context.ts';
import { startFault } from '../platform/start-fault.ts';
import { CommandError } from './command.ts';

/**
 * Opens the site that the environment names, beside a running server, and closes it after the work. A mistyped folder
 * is refused; only `create` makes a site where there is none.
 */
export async function withSite<T>(
  work: (context: Context) => Promise<T>,
  { create = false }: { readonly create?: boolean } = {},
): Promise<T> {
  const { config } = readConfig(process.env);
  const options = { exclusive: false, existing: !create };
  await using context = await createContext(config, options).catch((error) => {
    throw new CommandError(startFault(error), { cause: error });
  });
  return await work(context);
}
