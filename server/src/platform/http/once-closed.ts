import type { ServerResponse } from 'node:http';

/**
 * Calls `then` once when the answer is over, be it that it is out or that its connection broke. Node says so a single time: whoever
 * has waited for something before may come too late for its 'close', and is called in the next tick, as they would be by Node.
 */
export function onceClosed(response: ServerResponse, then: () => void): void {
  if (response.closed) process.nextTick(then);
  else response.once('close', then);
}
