import { limits } from '@duet/contract/limits';
import type { Message } from '@duet/contract/messages/shapes';
import type { MessageApi, OutgoingMessage, ThreadPage } from '../../message-api.ts';
import { aMessage, messages, pageOf } from './sample.ts';

export const noNetwork = new Error('no network');
export const busy = new Error('busy');

/**
 * A server that stores each outgoing once; `cut` is a device without a network, `offline` answers nothing, `lost` stores
 * but answers nothing, `busy` answers that it has no time.
 */
export class FakeServer implements MessageApi {
  stored: Message[];
  line: 'good' | 'cut' | 'offline' | 'lost' | 'busy' = 'good';
  /** What each page that was asked for came before. */
  readonly asked: ('the end' | number)[] = [];
  readonly requests: OutgoingMessage[] = [];

  constructor(count: number) {
    this.stored = messages(1, count);
  }

  async newest(): Promise<ThreadPage> {
    this.asked.push('the end');
    return this.#page(this.stored.length, limits.messages.pageSize);
  }

  async before(_: string, messageId: string, limit: number): Promise<ThreadPage> {
    this.asked.push(Number(messageId));
    return this.#page(
      this.stored.findIndex(({ _id }) => _id === messageId),
      limit,
    );
  }

  #page(end: number, limit: number): ThreadPage {
    if (this.line === 'cut') throw noNetwork;
    if (this.line !== 'good') throw new Error('no line');
    return pageOf(this.stored, end, limit);
  }

  async send(outgoing: OutgoingMessage): Promise<Message> {
    this.requests.push(outgoing);
    if (this.line === 'cut') throw noNetwork;
    if (this.line === 'busy') throw busy;
    if (this.line === 'offline') throw new Error('no line');
    let message = this.stored.find(({ clientId }) => clientId === outgoing.clientId);
    if (!message) {
      const { message: text, clientId } = outgoing;
      message = aMessage(this.stored.length + 1, 'ana', { message: text, clientId });
      this.stored = [...this.stored, message];
    }
    if (this.line === 'lost') throw new Error('no answer');
    return message;
  }

  /** Dan writes so many. */
  receive(count: number): void {
    const from = this.stored.length + 1;
    this.stored = [...this.stored, ...messages(from, from + count - 1)];
  }

  /** What ana sent, as stored. */
  get sent(): string[] {
    return this.stored.filter(({ sender_id }) => sender_id === 'ana').map(({ message }) => message);
  }
}
