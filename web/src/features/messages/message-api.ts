import { limits } from '@duet/contract/limits';
import type { Message, Partner } from '@duet/contract/messages/shapes';
import type { Pagination } from '@duet/contract/posts/shapes';
import { call } from '../../api/client.ts';
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
  /** A page of the messages with somebody; page 1 is the newest and marks the thread read. */
  page(partnerId: string, page: number): Promise<ThreadPage>;
  send(message: OutgoingMessage): Promise<Message>;
}

/** The calls of one person: whoever signs in next sends none of their messages. */
export const messageApiOf = (userId: string): MessageApi => ({
  async page(id, page) {
    const query = { page, limit: limits.messages.pageSize };
    return (await call('messages.conversation', { params: { id }, query })).data;
  },
  async send(message) {
    return (await callAs(userId, 'messages.send', { body: message })).data.message;
  },
});
