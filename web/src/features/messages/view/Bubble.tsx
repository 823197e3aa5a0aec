import { CircleAlert, Clock3, WifiOff } from 'lucide-react';
import { memo } from 'react';
import { useTexts } from '../../../i18n/language.ts';
import { dateAndTime } from '../../../i18n/time.ts';
import { Button } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import { ErrorBoundary } from '../../../ui/ErrorBoundary.tsx';
import { ItemError } from '../../../ui/States.tsx';
import { isEmojiOnly } from '../text/emoji-only.ts';
import { linkParts } from '../text/links.ts';
import type { Unsent } from '../thread/thread-state.ts';
import type { ThreadStore } from '../thread/thread-store.ts';
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
        instead={(retry) => <ItemError message={t('messages.unshown')} onRetry={retry} />}
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

interface UnsentBubbleProps {
  readonly unsent: Unsent;
  readonly store: ThreadStore;
}

/** A message that only this device has: on its way, waiting for a network, or stopped and waiting for another try. */
export function UnsentBubble({ unsent, store }: UnsentBubbleProps) {
  const { t } = useTexts();
  const { clientId, text, state, reason } = unsent;
  const failed = state === 'failed';
  return (
    <li data-message-id={clientId} data-temp="true" data-state={state}>
      <div className={classes(styles.row, styles.own, styles.first, styles.last)}>
        <p
          className={classes(
            styles.bubble,
            isEmojiOnly(text) && styles.large,
            failed ? styles.failed : styles.pending,
          )}
        >
          <span className="visually-hidden">{`${t('messages.you')}: `}</span>
          <MessageText text={text} />
        </p>
        {state === 'held' && (
          <div className={styles.held}>
            <p className={styles.meta}>
              <WifiOff size={12} aria-hidden />
              <span>{t('messages.held')}</span>
            </p>
            <Button variant="quiet" size="small" onClick={() => store.discard(clientId)}>
              {t('messages.discard')}
            </Button>
          </div>
        )}
        {failed && (
          <div className={styles.trouble}>
            <p>
              <CircleAlert size={16} aria-hidden />
              <span>{t('messages.notSent')}</span>
              {reason && <span className={styles.reason}>{reason}</span>}
            </p>
            <Button variant="quiet" size="small" onClick={() => store.tryAgain()}>
              {t('actions.retry')}
            </Button>
            <Button variant="quiet" size="small" onClick={() => store.discard(clientId)}>
              {t('messages.discard')}
            </Button>
          </div>
        )}
        {(state === 'waiting' || state === 'sending') && (
          <p className={styles.meta}>
            <Clock3 size={12} aria-hidden />
            <span>{t('messages.sending')}</span>
          </p>
        )}
      </div>
    </li>
  );
}

/** A message as it was typed, its web addresses made links that give nothing away of where they were found. */
function MessageText({ text }: { readonly text: string }) {
  const parts = linkParts(text).map((part, index) =>
    part.href ? (
      <a
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a message never change
        key={index}
        href={part.href}
        target="_blank"
        rel="noopener noreferrer nofollow ugc"
      >
        {part.text}
      </a>
    ) : (
      part.text
    ),
  );
  return (
    <span dir="auto" className={styles.words}>
      {parts}
    </span>
  );
}
