import { useState } from 'react';
import { useTexts } from '../../../i18n/language.ts';
import type { KnownUser } from '../../../session/stored-user.ts';
import { Button } from '../../../ui/Button.tsx';
import { NoticeBar } from '../../../ui/NoticeBar.tsx';
import { Sheet } from '../../../ui/Sheet.tsx';
import styles from './UnsentComments.module.css';
import { UnsentItem } from './UnsentComments.tsx';
import type { UnsentComment } from './unsent-comments.ts';

interface RefusedCommentsProps {
  readonly refused: readonly UnsentComment[];
  readonly author: KnownUser;
}

/** Leads to the comments that the server refused: their post may be gone, and their words with it. */
export default function RefusedComments({ refused, author }: RefusedCommentsProps) {
  const { t } = useTexts();
  const [open, setOpen] = useState(false);
  const count = refused.length;
  return (
    <>
      {count > 0 && !open && (
        <NoticeBar
          title={t('comments.refusedCount', { count })}
          actions={
            <Button size="small" variant="secondary" onClick={() => setOpen(true)}>
              {t('comments.refusedShow')}
            </Button>
          }
        />
      )}
      <Sheet open={open && count > 0} onClose={() => setOpen(false)} title={t('comments.refused')}>
        <ul className={styles.list}>
          {refused.map((comment) => (
            <UnsentItem key={comment.clientId} comment={comment} author={author} />
          ))}
        </ul>
      </Sheet>
    </>
  );
}
