import type { Site } from '@duet/contract/site/shapes';
import { createStore, useStore } from '../ui/store.ts';

/** What of the site shows before anybody signs in. */
type SiteLook = Pick<Site, 'name' | 'accent' | 'coverUrl' | 'reading' | 'joining' | 'language'>;

const unnamed: SiteLook = {
  name: 'Duet',
  accent: '#c2335a',
  coverUrl: null,
  reading: 'everybody',
  joining: 'open',
  language: null,
};

/** As the server wrote it into the page; the native app's page and a server of the build have nothing there. */
function inPage(): SiteLook | null {
  const page = typeof document === 'undefined' ? null : document;
  const text = page?.querySelector<HTMLMetaElement>('meta[name="duet-site"]')?.content;
  return text ? { ...unnamed, ...JSON.parse(text) } : null;
}

const written = inPage();
const site = createStore<SiteLook>(written ?? unnamed);

/** Whether the page itself has told what the site is; else it has to be asked for. */
export const isSiteInPage = written !== null;

export const currentSite = site.get;

/** What the site is, and again when it changes. */
export const useSite = (): SiteLook => useStore(site);

/** Whether guests may read. */
export const isOpen = ({ reading }: Pick<SiteLook, 'reading'> = site.get()): boolean =>
  reading === 'everybody';

/** Shows the site as it is from now on. */
export function showSite(next: SiteLook): void {
  const { accent } = site.get();
  site.set({ ...site.get(), ...next });
  if (next.accent === accent) return;
  import('./accent.ts').then(({ paintAccent }) => paintAccent(next.accent)).catch(reportError);
}
