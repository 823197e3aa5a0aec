/** What screens and other features may use of the page about the couple. */

export { AboutPage } from './AboutPage.tsx';
export { Cover } from './Cover.tsx';
export { useAbout, usePostsSince, useSiteLine } from './use-about.ts';
export { Years } from './Years.tsx';
