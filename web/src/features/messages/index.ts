/** What screens and other features may use of messages. */

export { Messages } from './Messages.tsx';
