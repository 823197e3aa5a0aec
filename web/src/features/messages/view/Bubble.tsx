import { memo } from 'react';
import { useTexts } from '../../../i18n/language.ts';
import { dateAndTime } from '../../../i18n/time.ts';
import { classes } from '../../../ui/classes.ts';
import { ErrorBoundary } from '../../../ui/ErrorBoundary.tsx';
import { Unshown } from '../../../ui/Unshown.tsx';
import { isEmojiOnly } from '../text/emoji-only.ts';
import { MessageText } from '../text/MessageText.tsx';
import { timeOfDay } from './days.ts';
import type { Row } from './rows.ts';
import styles from './Thread.module.css';

interface BubbleProps extends Row {
  /** Its place in the conversation, and what measures it there. */
  readonly index: number;
  readonly measure: (element: Element | null) => void;
  /** Who says it, for screen readers; sighted people see it by its side. */
  readonly name: string;
  readonly mark: 'sent' | 'seen' | null;
  /** The day that begins here. */
  readonly day: string | null;
}

/** One message, the day before it and the time below it where they belong. */
export const Bubble = memo(function Bubble(props: BubbleProps) {
  const { t } = useTexts();
  const { message, day, index, measure } = props;
  return (
    <li ref={measure} data-index={index} data-message-id={message._id}>
      {day && (
        <p className={styles.day}>
          <span>{day}</span>
        </p>
      )}
      <ErrorBoundary
        of={message}
        instead={(retry) => <Unshown message={t('messages.unshown')} onRetry={retry} />}
      >
        <Said {...props} />
      </ErrorBoundary>
    </li>
  );
});

function Said({ message, own, first, last, name, mark }: BubbleProps) {
  const large = isEmojiOnly(message.message);
  return (
    <div className={classes(styles.row, own && styles.own, first && styles.first, last && styles.last)}>
      <p data-words className={classes(styles.bubble, large && styles.large)}>
        <span className="visually-hidden">{`${name}: `}</span>
        <MessageText text={message.message} />
      </p>
      {(last || mark) && <Meta message={message} mark={mark} />}
    </div>
  );
}

function Meta({ message, mark }: Pick<BubbleProps, 'message' | 'mark'>) {
  const words = useTexts();
  const { t, language } = words;
  const { created_at, read_at } = message;
  return (
    <p className={styles.meta}>
      <time dateTime={created_at} title={dateAndTime(created_at, words)}>
        {timeOfDay(created_at, language)}
      </time>
      {mark === 'sent' && <span>{t('messages.sent')}</span>}
      {mark === 'seen' && <span title={dateAndTime(read_at, words)}>{t('messages.seen')}</span>}
    </p>
  );
}
