/** What screens may use of what the couple shows of itself. */

export { CoupleBeside } from './CoupleBeside.tsx';
