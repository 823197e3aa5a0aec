/** What screens and other features may use of the page about the couple. */

export { AboutPage } from './AboutPage.tsx';
export { Cover } from './Cover.tsx';
export { useAbout } from './use-about.ts';
export { usePostsSince } from './use-posts-since.ts';
export { useSiteLine } from './use-site-line.ts';
export { Years } from './Years.tsx';
