import type { Message } from '@duet/contract/messages/shapes';
import { useRef, useState } from 'react';

interface NewMessages {
  /** The newest message that came while the conversation was open, or null. */
  readonly arrived: Message | null;
  /** How many came while one was reading further up. */
  readonly below: number;
}

/** What somebody else has written since the conversation was opened, and of it what is still below. */
export function useNewMessages(theirs: readonly Message[], atEnd: boolean): NewMessages {
  const newest = theirs.at(-1)?._id ?? '';
  const [openedWith] = useState(newest);
  const seenUpTo = useRef(newest);
  if (atEnd) seenUpTo.current = newest;
  const last = theirs.at(-1) ?? null;
  return {
    arrived: last && last._id > openedWith ? last : null,
    below: theirs.filter(({ _id }) => _id > seenUpTo.current).length,
  };
}
