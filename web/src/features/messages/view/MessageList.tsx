import type { Message, Partner } from '@duet/contract/messages/shapes';
import { ArrowDown } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { useTexts } from '../../../i18n/language.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import { type Chunk, findNewest } from '../thread/chunks.ts';
import type { ThreadState } from '../thread/thread-state.ts';
import type { ThreadStore } from '../thread/thread-store.ts';
import { Beginning } from './Beginning.tsx';
import { ChunkView } from './ChunkView.tsx';
import styles from './Thread.module.css';
import { UnsentBubble } from './UnsentBubble.tsx';
import { useNewMessages } from './use-new-messages.ts';
import { useThreadScroll } from './use-thread-scroll.ts';

interface MessageListProps {
  readonly me: string;
  readonly partner: Partner;
  readonly store: ThreadStore;
  readonly state: ThreadState;
}

/** The messages, scrolled by themselves: the newest in view, older ones coming as one scrolls up. */
export function MessageList({ me, partner, store, state }: MessageListProps) {
  const { t } = useTexts();
  const { chunks, unsent, hasOlder, older } = state;
  const onOlder = useCallback(() => void store.loadOlder(), [store]);
  const scroll = useThreadScroll(unsent.length, hasOlder && older === 'idle', onOlder);
  const marks = useMarks(chunks, me);
  const theirs = useMemo(
    () => chunks.slice(-2).flatMap((chunk) => chunk.filter(({ sender_id }) => sender_id !== me)),
    [chunks, me],
  );
  const { arrived, below } = useNewMessages(theirs, scroll.atEnd);

  return (
    <div className={styles.thread}>
      <section
        ref={scroll.box}
        className={styles.box}
        data-thread
        onScroll={scroll.onScroll}
        onScrollEnd={scroll.onScrollEnd}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
        tabIndex={0}
        aria-label={t('messages.conversationWith', { username: partner.username })}
      >
        <div ref={scroll.content} className={styles.content}>
          <Older older={older} onRetry={onOlder} />
          {!hasOlder && <Beginning partner={partner} isEmpty={chunks.length === 0} />}
          {chunks.map((chunk, index) => (
            <ChunkView
              key={chunk[0]?._id}
              chunk={chunk}
              me={me}
              partner={partner.username}
              before={chunks[index - 1]?.at(-1)}
              after={chunks[index + 1]?.[0]}
              seenId={inChunk(chunk, marks.seen)}
              sentId={inChunk(chunk, marks.sent)}
            />
          ))}
          {unsent.length > 0 && (
            <ol className={styles.chunk}>
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
        {arrived && t('messages.said', { username: partner.username, text: arrived.message })}
      </p>
    </div>
  );
}

/** The newest of one's own messages: the one that was read, and a newer one that was not. */
function useMarks(chunks: readonly Chunk[], me: string): { seen: string | null; sent: string | null } {
  return useMemo(() => {
    const own = ({ sender_id }: Message) => sender_id === me;
    const newest = findNewest(chunks, own);
    const seen = newest && findNewest(chunks, (message) => own(message) && message.read_at !== null);
    return { seen: seen?._id ?? null, sent: newest?.read_at === null ? newest._id : null };
  }, [chunks, me]);
}

const inChunk = (chunk: Chunk, id: string | null): string | null =>
  id !== null && chunk.some(({ _id }) => _id === id) ? id : null;

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
