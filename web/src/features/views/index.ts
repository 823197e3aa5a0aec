/** What screens and other features may use of the counting of views. */

export { startViewTracking, tracker as viewTracker, useViewed } from './tracking.ts';
export type { ViewDebug } from './view-tracker.ts';
