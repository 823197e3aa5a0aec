import { onlineManager } from '@tanstack/react-query';
import { probeServer } from '../api/client.ts';
import { connection, followConnection, onReconnect } from '../api/connection.ts';
import { loadComments, sendUnsentComments } from '../features/comments/index.ts';
import { forgetFeedOfOthers, sendUnsentLikes } from '../features/posts/index.ts';
import { withAllTexts } from '../i18n/language.ts';
import { removeSeenByOthers } from '../session/seen.ts';
import { currentSession, followPerson } from '../session/session.ts';

/** What still waits is tried again after so many ms: a network is often not ready when it says that it is back. */
const pauses = [2000, 5000, 15_000, 30_000, 60_000] as const;

let timer: ReturnType<typeof setTimeout> | undefined;
let rounds = 0;

const sendMessages = async (userId: string): Promise<number> =>
  (await withAllTexts(import('../features/messages/thread/thread-stores.ts'))).sendWaiting(userId);

/**
 * Sends what this person did without a network, and answers how much of it still waits. Each kind goes by itself: one whose
 * code could not be loaded holds back no other.
 */
async function sendAll(userId: string): Promise<number> {
  const kinds = [sendUnsentLikes(), sendUnsentComments(userId), sendMessages(userId)];
  const left = await Promise.all(kinds.map((kind) => kind.catch(() => 1)));
  return left.reduce((sum, count) => sum + count, 0);
}

async function send(tries = 0): Promise<void> {
  clearTimeout(timer);
  rounds += 1;
  const round = rounds;
  const { user } = currentSession();
  if (!user) return;
  const left = await sendAll(user._id);
  if (left === 0 || round !== rounds || !connection.isConnected()) return;
  timer = setTimeout(() => void send(tries + 1), pauses[Math.min(tries, pauses.length - 1)]);
}

/** Sends at the start, and whenever the site can be reached again, what a person did without it, and asks again for what they saw. */
export function startBackOnline(): void {
  // What failed is asked for again when the site can be reached, whatever the device says of its network.
  onlineManager.setEventListener((setOnline) =>
    connection.connected.subscribe(() => setOnline(connection.isConnected())),
  );
  onlineManager.setOnline(connection.isConnected());
  onReconnect(() => void send());
  followConnection(probeServer);
  followPerson((user) => {
    void send();
    // Who loses the network can still comment. Without their code they come when somebody opens them.
    if (user) void loadComments().catch(() => undefined);
  });
  followPerson(
    (user) => {
      removeSeenByOthers(user?._id ?? null);
      forgetFeedOfOthers(user?._id ?? null);
    },
    { confirmed: true },
  );
}
