/**
 * The stream of events (`text/event-stream`) for the signed-in person whose token stands in `Authorization`. It
 * goes on after `Last-Event-ID` where the server still has what followed, else it begins with `resync`.
 */
export const eventsPath = '/api/events';
