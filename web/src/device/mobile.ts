interface UserAgentData {
  readonly mobile: boolean;
}

/** Whether this is a phone or a tablet, for limits that product.md §5 and §9 set for mobile devices. */
export function isMobile(): boolean {
  const hints = (navigator as { userAgentData?: UserAgentData }).userAgentData;
  if (hints?.mobile) return true;
  // An iPad calls itself a Mac; no Mac has several touch points.
  const iPad = /Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1;
  return iPad || /Android|iPhone|iPad|iPod|Mobile/i.test(navigator.userAgent);
}
