/** What screens and other features may use of the page about the couple. */

export { AboutPage } from './AboutPage.tsx';
export { useAbout } from './use-about.ts';
