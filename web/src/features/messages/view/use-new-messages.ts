import type { Message } from '@duet/contract/messages/shapes';
import { useRef, useState } from 'react';
import type { Messages } from '../thread/messages.ts';

interface NewMessages {
  /** The newest message that came while the conversation was open, or null. */
  readonly arrived: Message | null;
  /** How many came while one was reading further up. */
  readonly below: number;
}

/** What somebody else has written since the conversation was opened, and of it what is still below. */
export function useNewMessages(messages: Messages, me: string, atEnd: boolean): NewMessages {
  const isTheirs = ({ sender_id }: Message) => sender_id !== me;
  const last = messages.findLast(isTheirs) ?? null;
  const newest = last?._id ?? '';
  const [openedWith] = useState(newest);
  const seenUpTo = useRef(newest);
  if (atEnd) seenUpTo.current = newest;
  const seen = messages.findLastIndex(({ _id }) => _id <= seenUpTo.current);
  return {
    arrived: newest > openedWith ? last : null,
    below: messages.slice(seen + 1).filter(isTheirs).length,
  };
}
