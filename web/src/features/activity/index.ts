/** What screens and other features may use of the activity. */

export { ActivityList } from './ActivityList.tsx';
export { followActivity, useActivity } from './use-activity.ts';
