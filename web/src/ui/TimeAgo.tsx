import { useEffect, useState } from 'react';
import { useTexts } from '../i18n/language.ts';
import { dateAndTime, relativeTime } from '../i18n/time.ts';

interface TimeAgoProps {
  /** ISO 8601, or whatever came in its place. */
  readonly value: string | null | undefined;
  readonly className?: string | undefined;
}

/** How long ago something was, kept true while it stands there; the whole date as tooltip. */
export function TimeAgo({ value, className }: TimeAgoProps) {
  const words = useTexts();
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), 60_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={value ?? undefined} title={dateAndTime(value, words)} className={className}>
      {relativeTime(value, words)}
    </time>
  );
}
