import { createContext } from '../context.ts';
import { readConfig } from '../platform/config/config.ts';
import type { Context } from '../platform/context.ts';

/** Opens the site that the environment names, beside a running server, and closes it after the work. */
export async function withSite<T>(work: (context: Context) => Promise<T>): Promise<T> {
  const { config } = readConfig(process.env);
  await using context = await createContext(config, { exclusive: false });
  return await work(context);
}
