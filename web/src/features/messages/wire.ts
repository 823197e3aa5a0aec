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

export interface Letter {
  readonly recipientId: string;
  readonly message: string;
  /** The same letter under the same name is stored once. */
  readonly clientId: string;
}

/** The calls that a conversation makes. */
export interface Wire {
  /** A page of the messages with somebody; page 1 is the newest and marks the thread read. */
  page(partnerId: string, page: number): Promise<ThreadPage>;
  send(letter: Letter): Promise<Message>;
}

/** The calls of one person: whoever signs in next sends none of their letters. */
export const wireOf = (userId: string): Wire => ({
  async page(id, page) {
    const query = { page, limit: limits.messages.pageSize };
    return (await call('messages.conversation', { params: { id }, query })).data;
  },
  async send(letter) {
    return (await callAs(userId, 'messages.send', { body: letter })).data.message;
  },
});
