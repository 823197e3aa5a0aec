/** What the feed may use of the page about the couple. It comes with the first page, so it is little. */

export { CoupleBeside } from './CoupleBeside.tsx';
