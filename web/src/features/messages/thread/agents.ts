import { CallFailure, failureText, hadNoNetwork, mayPass } from '../../../api/failure.ts';
import { t } from '../../../i18n/language.ts';
import { currentSession, onSessionChange } from '../../../session/session.ts';
import { toast } from '../../../ui/toast.ts';
import { noteNewest, noteRead } from '../inbox/inbox-cache.ts';
import { wireOf } from '../wire.ts';
import { Outbox, outboxKey } from './outbox.ts';
import { ThreadAgent } from './thread-agent.ts';

const agents = new Map<string, ThreadAgent>();
let owner: string | null = null;

/** Conversations belong to one person; with the next one they begin anew. */
function belongTo(userId: string | null): void {
  if (owner === userId) return;
  for (const agent of agents.values()) agent.end();
  agents.clear();
  owner = userId;
}

onSessionChange(() => belongTo(currentSession().user?._id ?? null));
addEventListener('storage', ({ key }) => {
  if (key !== null && !key.startsWith(outboxKey)) return;
  for (const agent of agents.values()) agent.followOtherTab();
});

/** The conversation of a person with a partner: the same one, whether its sheet is open or not. */
export function agentOf(userId: string, partnerId: string): ThreadAgent {
  belongTo(userId);
  const agent = agents.get(partnerId) ?? newAgent(userId, partnerId);
  agents.set(partnerId, agent);
  return agent;
}

/** The same, where there is one already. */
export const knownAgent = (userId: string, partnerId: string): ThreadAgent | undefined =>
  owner === userId ? agents.get(partnerId) : undefined;

function newAgent(userId: string, partnerId: string): ThreadAgent {
  const agent: ThreadAgent = new ThreadAgent(partnerId, {
    wire: wireOf(userId),
    outbox: new Outbox(userId),
    reasonOf: (error) => (error instanceof CallFailure ? failureText(error, '') || null : null),
    loadFailed: (error) => failureText(error, t('messages.loadFailed')),
    isOffline: hadNoNetwork,
    mayPass,
    onRead({ partner, messages }) {
      const newest = messages.at(-1);
      if (newest) noteNewest(userId, partner, newest);
      noteRead(userId, partnerId);
    },
    onSent(message) {
      const { partner } = agent.state();
      if (partner) noteNewest(userId, partner, message);
    },
    onSendFailed: () => toast.error(t('messages.sendFailed')),
  });
  return agent;
}

/** Sends what waits on this device, such as what was on its way when a page was left. Answers how much still waits. */
export async function sendWaiting(userId: string): Promise<number> {
  const outbox = new Outbox(userId);
  const waiting = () => outbox.all().filter(({ failed }) => !failed);
  const partners = new Set(waiting().map(({ partnerId }) => partnerId));
  await Promise.all([...partners].map((partnerId) => agentOf(userId, partnerId).resume()));
  return waiting().length;
}
