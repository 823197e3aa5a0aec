import { onlineManager } from '@tanstack/react-query';
import { sendUnsentLikes } from '../features/posts/face.ts';
import { onSessionChange } from '../session/session.ts';

/** Sends at the start, and whenever the network is back, what a person did without one, and asks again for what they saw. */
export function startBackOnline(): void {
  // It believes in a network at first, and what was opened without one would not be asked for again.
  onlineManager.setOnline(navigator.onLine);
  const send = () => void sendUnsentLikes();
  addEventListener('online', send);
  onSessionChange(send);
  send();
}
