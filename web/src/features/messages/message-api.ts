import { limits } from '@duet/contract/limits';
import type { Message, Partner } from '@duet/contract/messages/shapes';
import type { Pagination } from '@duet/contract/posts/shapes';
import { callAs } from '../../session/call-as.ts';

export interface ThreadPage {
  /** Oldest first. */
  readonly messages: readonly Message[];
  readonly partner: Partner;
  readonly pagination: Pagination;
}

export interface OutgoingMessage {
  readonly recipientId: string;
  readonly message: string;
  /** The same message under the same name is stored once. */
  readonly clientId: string;
}

/** The calls that a conversation makes. */
export interface MessageApi {
  /** The newest messages with somebody; marks the thread read. */
  newest(partnerId: string): Promise<ThreadPage>;
  /** At most `limit` of those before a message, whatever has been sent since; marks nothing. */
  before(partnerId: string, messageId: string, limit: number): Promise<ThreadPage>;
  send(message: OutgoingMessage): Promise<Message>;
}

/** The calls of one person: whoever signs in next reads and sends none of their messages. */
export const messageApiOf = (userId: string): MessageApi => ({
  async newest(id) {
    const query = { page: 1, limit: limits.messages.pageSize };
    // What was seen last is told also where the page is being left.
    const keepalive = document.visibilityState === 'hidden';
    return (await callAs(userId, 'messages.conversation', { params: { id }, query, keepalive })).data;
  },
  async before(id, messageId, limit) {
    const query = { before: messageId, limit };
    return (await callAs(userId, 'messages.conversation', { params: { id }, query })).data;
  },
  async send(message) {
    return (await callAs(userId, 'messages.send', { body: message })).data.message;
  },
});
