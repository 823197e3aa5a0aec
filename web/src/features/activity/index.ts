/** What screens and other features may use of the activity. */

export { ActivityList } from './ActivityList.tsx';
export { useActivity } from './use-activity.ts';
