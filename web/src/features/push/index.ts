/** What the app may use of notifications. All of it is on the first page, so it is little. */

export { followSession } from './follow-session.ts';
export { followOpenedNotifications, useOpenedNotifications } from './use-opened.ts';
