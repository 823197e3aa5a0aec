import type { Message } from '@duet/contract/messages/shapes';
import type { Chunk } from '../thread/chunks.ts';
import { isSameDay } from './days.ts';

/** Messages of one person that follow each other within this time stand close together, in ms. */
const togetherMs = 5 * 60_000;

export interface Row {
  readonly message: Message;
  readonly own: boolean;
  /** A new day begins with it. */
  readonly beginsDay: boolean;
  /** Its place among the messages that stand close together. */
  readonly first: boolean;
  readonly last: boolean;
}

function together(one: Message | undefined, other: Message | undefined): boolean {
  if (!one || !other || one.sender_id !== other.sender_id) return false;
  const apart = Date.parse(other.created_at) - Date.parse(one.created_at);
  return !(apart > togetherMs) && isSameDay(one.created_at, other.created_at);
}

/** The messages of a chunk as they are shown; `before` and `after` are those next to it. */
export function rowsOf(
  chunk: Chunk,
  me: string,
  before: Message | undefined,
  after: Message | undefined,
): Row[] {
  return chunk.map((message, index) => {
    const former = index > 0 ? chunk[index - 1] : before;
    const next = index < chunk.length - 1 ? chunk[index + 1] : after;
    return {
      message,
      own: message.sender_id === me,
      beginsDay: !former || !isSameDay(former.created_at, message.created_at),
      first: !together(former, message),
      last: !together(message, next),
    };
  });
}
