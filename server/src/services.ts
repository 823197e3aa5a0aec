import type { Context, PlatformContext } from './platform/context.ts';
import { Wake } from './platform/jobs/wake.ts';
import { OpenUploads } from './uploads/open-uploads.ts';

/** What nouns hold in memory. Each declares its own beside what it is. */
type Services = Omit<Context, keyof PlatformContext>;

/** Makes the services of one process over its platform; what has to end with them is added to `opened`. */
export function createServices(platform: PlatformContext, opened: AsyncDisposableStack): Services {
  return {
    openUploads: opened.use(new OpenUploads(platform)),
    conversionWake: new Wake(),
    deliveryWake: new Wake(),
  };
}
