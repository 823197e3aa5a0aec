import { shownName } from '@duet/contract/accounts/shown-name';
import type { Message } from '@duet/contract/messages/shapes';
import { findPeople, type Person } from '../accounts/person.ts';
import type { Context } from '../platform/context.ts';
import type { Writes } from '../platform/db/database.ts';
import { Failure } from '../platform/failure.ts';
import { notify } from '../push/notify.ts';
import { presentMessage } from './present.ts';
import { findBlockers, findByClientId, insertMessage, type StoredMessage } from './store.ts';
import { threadOf } from './thread.ts';

interface OutgoingMessage {
  readonly recipientId: string;
  readonly message: string;
  readonly clientId?: string | undefined;
}

/** Sends a message, or answers the one that was sent under the same `clientId` before. */
export async function send(context: Context, senderId: string, outgoing: OutgoingMessage): Promise<Message> {
  if (outgoing.recipientId === senderId) throw new Failure('MESSAGE_TO_SELF');
  await context.limiter.consume('messagesDay', senderId);
  const { message, sender } = await context.db.write(async (tx) => {
    const { recipientId, clientId } = outgoing;
    const [people, sent, blockers] = await Promise.all([
      findPeople(tx, [senderId, recipientId]),
      clientId === undefined ? undefined : findByClientId(tx, { senderId, recipientId, clientId }),
      findBlockers(tx, senderId, recipientId),
    ]);
    const recipient = people.get(recipientId);
    const sender = people.get(senderId);
    if (!sender || !recipient) throw new Failure('USER_NOT_FOUND');
    if (sent) {
      // The server that stored it may have been killed before it told anybody.
      announce(context, tx, sent);
      return { message: sent, sender };
    }
    if (recipient.deleted) throw new Failure('USER_NOT_FOUND');
    if (blockers.has(recipientId)) throw new Failure('BLOCKED');
    if (blockers.has(senderId)) throw new Failure('BLOCKED_BY_YOU');
    return { message: await store(context, tx, sender, outgoing), sender };
  });
  return presentMessage(message, sender, senderId);
}

async function store(
  context: Context,
  tx: Writes,
  sender: Person,
  outgoing: OutgoingMessage,
): Promise<StoredMessage> {
  const { id: senderId } = sender;
  const message = {
    id: context.ids.next(),
    sender_id: senderId,
    recipient_id: outgoing.recipientId,
    text: outgoing.message,
    client_id: outgoing.clientId ?? null,
    created_at: context.clock.now(),
    read_at: null,
  };
  announce(context, tx, message);
  const by = { id: senderId, name: shownName(sender) };
  await Promise.all([
    insertMessage(tx, { ...message, thread: threadOf(senderId, outgoing.recipientId) }),
    notify(context, tx, { kind: 'message', by, recipientId: message.recipient_id, text: message.text }),
  ]);
  return message;
}

/** Has the open screens of both told; who was told already is not told again (`events/channel.ts`). */
function announce(
  { realtime }: Context,
  tx: Writes,
  {
    id,
    sender_id: senderId,
    recipient_id: recipientId,
  }: Pick<StoredMessage, 'id' | 'sender_id' | 'recipient_id'>,
): void {
  tx.afterCommit(() => realtime.publish({ type: 'message', id, senderId, recipientId }));
}
