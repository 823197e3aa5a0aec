/**
 * The stream of events (`text/event-stream`) for the signed-in person whose token stands in `Authorization`. It
 * goes on after `Last-Event-ID` where the server still has what followed, else it begins with `resync`.
 */
export const eventsPath = '/api/events';

/**
 * The stream for guests: the event `site` with what `GET /api/site` tells a guest, at the beginning and whenever settings of the site
 * change, without ids. 204 where too many listen already, which tells an `EventSource` not to come again by itself.
 */
export const siteEventsPath = '/api/events/site';
