import type { Message } from '@duet/contract/messages/shapes';
import { memo, type RefObject, useLayoutEffect, useRef } from 'react';
import { useTexts } from '../../../i18n/language.ts';
import type { Chunk } from '../thread/chunks.ts';
import { Bubble } from './Bubble.tsx';
import { dayName } from './days.ts';
import { rowsOf } from './rows.ts';
import styles from './Thread.module.css';
import { useDrawn } from './use-drawn.ts';

interface ChunkViewProps {
  readonly chunk: Chunk;
  readonly me: string;
  /** The name of the other one. */
  readonly partner: string;
  /** What stands next to the chunk. */
  readonly before: Message | undefined;
  readonly after: Message | undefined;
  /** The newest of one's own that was read, and the newest that was not; null where they are elsewhere. */
  readonly seenId: string | null;
  readonly sentId: string | null;
}

/** Some messages of a conversation; drawn while they are near, and again only when something in them changes. */
export const ChunkView = memo(function ChunkView(props: ChunkViewProps) {
  const { chunk, me, partner, before, after, seenId, sentId } = props;
  const words = useTexts();
  const list = useRef<HTMLOListElement>(null);
  useSettled(list);
  const height = useDrawn(list, '[data-thread]');
  if (height !== null) return <ol ref={list} className={styles.chunk} data-chunk style={{ height }} />;
  return (
    <ol ref={list} className={styles.chunk} data-chunk>
      {rowsOf(chunk, me, before, after).map((row) => {
        const { _id: id, created_at } = row.message;
        const mark = id === seenId ? 'seen' : id === sentId ? 'sent' : null;
        return (
          <Bubble
            key={id}
            row={row}
            name={row.own ? words.t('messages.you') : partner}
            mark={mark}
            day={row.beginsDay ? dayName(created_at, words) : null}
          />
        );
      })}
    </ol>
  );
});

/**
 * Lets the browser leave out what is not in sight, at its measured height: the box scrolls as if all of it were
 * drawn, however long the conversation is. What changes later is measured by the browser when it comes into sight.
 */
function useSettled(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    if (!element.current) return;
    const { height } = element.current.getBoundingClientRect();
    element.current.style.containIntrinsicBlockSize = `auto ${height}px`;
    element.current.style.contentVisibility = 'auto';
  }, [element]);
}
