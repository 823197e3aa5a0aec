import { useEffect, useRef, useState } from 'react';
import { useUser } from './session.ts';

/** Counts how often somebody signed out: what was rendered for them must not stay in the document. */
export function useSignedOutTimes(): number {
  const person = useUser()?._id ?? null;
  const last = useRef(person);
  const [times, setTimes] = useState(0);
  useEffect(() => {
    if (last.current !== null && last.current !== person) setTimes((count) => count + 1);
    last.current = person;
  }, [person]);
  return times;
}
