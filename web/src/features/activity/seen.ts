export const activityPath = '/admin/activity';

/** Loading the list marks it read, so it is loaded only for somebody who sees it; coming back to it loads it anyway. */
export const isSeen = (): boolean =>
  location.pathname === activityPath && document.visibilityState === 'visible';
