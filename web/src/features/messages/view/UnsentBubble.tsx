import { CircleAlert, Clock3, WifiOff } from 'lucide-react';
import { useTexts } from '../../../i18n/language.ts';
import { Button } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import { isEmojiOnly } from '../text/emoji-only.ts';
import { MessageText } from '../text/MessageText.tsx';
import type { Unsent } from '../thread/thread-state.ts';
import type { ThreadStore } from '../thread/thread-store.ts';
import styles from './Thread.module.css';

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
