import { shownName } from '@duet/contract/accounts/shown-name';
import type { Message, Partner } from '@duet/contract/messages/shapes';
import { ArrowDown } from 'lucide-react';
import { useCallback, useMemo, useRef, useState } from 'react';
import { mediaAddress } from '../../../api/client.ts';
import { useTexts } from '../../../i18n/language.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Badge, IconButton } from '../../../ui/IconButton.tsx';
import { Spinner } from '../../../ui/Loading.tsx';
import { Username } from '../../../ui/Username.tsx';
import type { Messages } from '../thread/messages.ts';
import type { ThreadState } from '../thread/thread-state.ts';
import type { ThreadStore } from '../thread/thread-store.ts';
import { Bubble, UnsentBubble } from './Bubble.tsx';
import { dayName } from './days.ts';
import { rowsOf } from './rows.ts';
import styles from './Thread.module.css';
import { useThreadScroll } from './use-thread-scroll.ts';
import { useVirtualRows } from './use-virtual-rows.ts';

interface MessageListProps {
  readonly me: string;
  readonly partner: Partner;
  readonly store: ThreadStore;
  readonly state: ThreadState;
}

/** The messages, scrolled by themselves: the newest in view, older ones coming as one scrolls up. */
export function MessageList({ me, partner, store, state }: MessageListProps) {
  const words = useTexts();
  const { t } = words;
  const { messages, unsent, hasOlder, older } = state;
  const onOlder = useCallback(() => void store.loadOlder(), [store]);
  const scroll = useThreadScroll(unsent.length, hasOlder && older === 'idle', onOlder);
  const rows = useVirtualRows(scroll.box, messages);
  const marks = useMarks(messages, me);
  const { arrived, below } = useNewMessages(messages, me, scroll.atEnd);

  return (
    <div className={styles.thread}>
      <section
        ref={scroll.box}
        className={styles.box}
        onScroll={scroll.onScroll}
        onScrollEnd={scroll.onScrollEnd}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
        tabIndex={0}
        aria-label={t('messages.conversationWith', { username: shownName(partner) })}
      >
        <div ref={scroll.content} className={styles.content}>
          <Older older={older} onRetry={onOlder} />
          {!hasOlder && <Beginning partner={partner} isEmpty={messages.length === 0} />}
          {messages.length > 0 && (
            <ol className={styles.list} style={{ paddingBlock: `${rows.before}px ${rows.behind}px` }}>
              {rowsOf(messages, me, rows.begin, rows.end).map((row, index) => {
                const { _id: id, created_at } = row.message;
                return (
                  <Bubble
                    key={id}
                    {...row}
                    index={rows.begin + index}
                    measure={rows.measure}
                    name={row.own ? t('messages.you') : shownName(partner)}
                    mark={id === marks.seen ? 'seen' : id === marks.sent ? 'sent' : null}
                    day={row.beginsDay ? dayName(created_at, words) : null}
                  />
                );
              })}
            </ol>
          )}
          {unsent.length > 0 && (
            <ol className={styles.list}>
              {unsent.map((one) => (
                <UnsentBubble key={one.clientId} unsent={one} store={store} />
              ))}
            </ol>
          )}
        </div>
      </section>
      {!scroll.atEnd && (
        <div className={styles.toEnd}>
          <IconButton
            label={below > 0 ? t('messages.newBelow', { count: below }) : t('messages.toEnd')}
            onClick={scroll.toEnd}
          >
            <ArrowDown aria-hidden />
            <Badge count={below} className={styles.below} />
          </IconButton>
        </div>
      )}
      <p role="status" className="visually-hidden">
        {arrived && t('messages.said', { username: shownName(partner), text: arrived.message })}
      </p>
    </div>
  );
}

/** The newest of one's own messages: the one that was read, and a newer one that was not. */
function useMarks(messages: Messages, me: string): { seen: string | null; sent: string | null } {
  return useMemo(() => {
    const own = ({ sender_id }: Message) => sender_id === me;
    const newest = messages.findLast(own);
    const seen = newest && messages.findLast((message) => own(message) && message.read_at !== null);
    return { seen: seen?._id ?? null, sent: newest?.read_at === null ? newest._id : null };
  }, [messages, me]);
}

function Older({ older, onRetry }: { readonly older: ThreadState['older']; readonly onRetry: () => void }) {
  const { t } = useTexts();
  if (older === 'idle') return null;
  return (
    <div className={styles.older}>
      {older === 'loading' ? (
        <Spinner size="small" label={t('messages.olderLoading')} />
      ) : (
        <>
          <p role="alert">{t('messages.olderFailed')}</p>
          <Button variant="secondary" size="small" onClick={onRetry}>
            {t('actions.retry')}
          </Button>
        </>
      )}
    </div>
  );
}

interface BeginningProps {
  readonly partner: Partner;
  /** Nothing was written yet. */
  readonly isEmpty: boolean;
}

/** What stands before the first message of a conversation: with whom it is. */
function Beginning({ partner, isEmpty }: BeginningProps) {
  const { t } = useTexts();
  const { profilePicture } = partner;
  return (
    <div className={styles.beginning}>
      <Avatar name={shownName(partner)} src={profilePicture && mediaAddress(profilePicture)} size="large" />
      <h3 dir="auto">{shownName(partner)}</h3>
      <Username of={partner} />
      {isEmpty && !partner.deleted && <p>{t('messages.startText')}</p>}
    </div>
  );
}

interface NewMessages {
  /** The newest message that came while the conversation was open, or null. */
  readonly arrived: Message | null;
  /** How many came while one was reading further up. */
  readonly below: number;
}

/** What somebody else has written since the conversation was opened, and of it what is still below. */
function useNewMessages(messages: Messages, me: string, atEnd: boolean): NewMessages {
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
