/** What other parts may use of the settings of the site. */

export { SiteSettings } from './SiteSettings.tsx';
export { Welcome } from './Welcome.tsx';
