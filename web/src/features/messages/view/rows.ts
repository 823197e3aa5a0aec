import type { Message } from '@duet/contract/messages/shapes';
import type { Messages } from '../thread/messages.ts';
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

/** The messages from `begin` up to, and not with, `end` as they are shown. */
export function rowsOf(messages: Messages, me: string, begin = 0, end = messages.length): Row[] {
  return messages.slice(begin, end).map((message, index) => {
    const former = messages[begin + index - 1];
    return {
      message,
      own: message.sender_id === me,
      beginsDay: !former || !isSameDay(former.created_at, message.created_at),
      first: !together(former, message),
      last: !together(message, messages[begin + index + 1]),
    };
  });
}
