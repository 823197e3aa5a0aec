/** What screens and other features may use of messages. */

export { followMessages } from './follow.ts';
export { Messages } from './Messages.tsx';
export { sendWaiting } from './thread/thread-stores.ts';
