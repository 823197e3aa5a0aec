import { Passwords } from './accounts/passwords/passwords.ts';
import { CleanupRuns } from './cleanup/runs.ts';
import { findDigest } from './digest/content.ts';
import { Outage } from './mail/outage.ts';
import type { Context, PlatformContext } from './platform/context.ts';
import { Wake } from './platform/jobs/wake.ts';
import { SingleFlight } from './platform/single-flight.ts';
import { findAnnouncement } from './posts/announcement.ts';
import { CutCache } from './posts/text/cut-cache.ts';
import { DeliverySlots } from './push/delivery-slots.ts';
import { ChunkedUploads } from './uploads/chunked-uploads.ts';
import { ConversionWatch } from './uploads/conversion-watch.ts';
import { OpenUploads } from './uploads/open-uploads.ts';
import { GuestQuota } from './views/guest-quota.ts';
import { createViewBatcher } from './views/record.ts';

/** What nouns hold in memory. Each declares its own beside what it is. */
type Services = Omit<Context, keyof PlatformContext>;

/** Makes the services of one process over its platform; what has to end with them is added to `opened`. */
export function createServices(platform: PlatformContext, opened: AsyncDisposableStack): Services {
  const guestQuota = new GuestQuota(platform.config.rateLimit);
  return {
    passwords: new Passwords(platform.secrets.pepper),
    openUploads: opened.use(
      platform.chunkObjects ? new ChunkedUploads(platform, platform.chunkObjects) : new OpenUploads(platform),
    ),
    uploadFinishing: new SingleFlight(),
    conversionWake: new Wake(),
    conversionWatch: new ConversionWatch(),
    deliveryWake: new Wake(),
    findAnnouncement,
    mailWake: new Wake(),
    mailOutage: new Outage(),
    findDigest,
    passwordRequestWake: new Wake(),
    deliverySlots: new DeliverySlots(),
    cutCache: new CutCache(),
    guestQuota,
    viewBatcher: createViewBatcher(platform, guestQuota),
    cleanupRuns: new CleanupRuns(),
  };
}
