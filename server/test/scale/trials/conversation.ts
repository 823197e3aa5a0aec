import type { Client } from '../../client.ts';
import { until } from './until.ts';

const pageSize = 100;

/** The texts of a conversation, the newest first, a page at a time. */
export async function* conversation(reader: Client, partnerId: string): AsyncGenerator<string[]> {
  for (let before: string | undefined; ; ) {
    const query = { limit: String(pageSize), ...(before ? { before } : {}) };
    const { status, body } = await until(() =>
      reader.call('messages.conversation', { params: { id: partnerId }, query }),
    );
    if (status !== 200) throw new Error(`the conversation cannot be read: ${body.error}`);
    const { messages } = body.data;
    yield messages.map(({ message }) => message);
    if (messages.length < pageSize) return;
    // Ids are in the order of time.
    [before] = messages.map(({ _id }) => _id).sort();
  }
}
