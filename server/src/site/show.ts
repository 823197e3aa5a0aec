import type { Site, WholeSite } from '@duet/contract/site/shapes';
import type { Context } from '../platform/context.ts';
import type { Viewer } from '../platform/http/handler.ts';
import { currentSite, type SiteSettings } from '../platform/site/settings.ts';
import { mediaUrl } from '../platform/storage/media-url.ts';

const urlOf = (path: string | null | undefined): string | null => (path ? mediaUrl(path) : null);

/** The settings as they travel. */
export function presentSite({ coverPath, iconPaths, ...settings }: SiteSettings): WholeSite {
  const { name, line, accent, language, timeZone, reading, joining } = settings;
  const pictures = { coverUrl: urlOf(coverPath), iconUrl: urlOf(iconPaths?.['512']) };
  return { name, line, accent, ...pictures, language, timeZone, reading, joining };
}

export const showWholeSite = async (context: Context): Promise<WholeSite> =>
  presentSite(await currentSite(context));

/** What this person, or a guest, may know of the site (decisions §8). */
export async function showSite(context: Context, viewer: Viewer | null): Promise<Site> {
  const whole = await showWholeSite(context);
  if (viewer || whole.reading === 'everybody') return whole;
  const { name, accent, coverUrl, iconUrl, reading, joining } = whole;
  return { name, accent, coverUrl, iconUrl, reading, joining };
}
