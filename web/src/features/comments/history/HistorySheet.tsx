import type { Comment, CommentVersion } from '@duet/contract/comments/shapes';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/failure.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { useTexts } from '../../../i18n/language.ts';
import { dateAndTime } from '../../../i18n/time.ts';
import { useUser } from '../../../session/session.ts';
import { Skeleton } from '../../../ui/Loading.tsx';
import { Sheet } from '../../../ui/Sheet.tsx';
import { ErrorState } from '../../../ui/States.tsx';
import styles from './HistorySheet.module.css';
import { type Piece, wordDiff } from './word-diff.ts';

interface HistorySheetProps {
  readonly comment: Comment;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** What a comment said before, for its author and admins. */
export function HistorySheet({ comment, open, onClose }: HistorySheetProps) {
  const { t } = useTexts();
  return (
    <Sheet open={open} onClose={onClose} title={t('comments.history')}>
      <History comment={comment} />
    </Sheet>
  );
}

function History({ comment }: { readonly comment: Comment }) {
  const { t } = useTexts();
  const user = useUser();
  const { _id: id, updated_at } = comment;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: queryKeys.commentHistory(user?._id, id, updated_at),
    queryFn: async ({ signal }) => (await call('comments.history', { params: { id }, signal })).data.history,
  });
  if (!data) {
    if (!error) return <Skeleton width="60%" />;
    const message = failureText(error, t('comments.historyFailed'));
    return <ErrorState message={message} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  return (
    <ol className={styles.versions} reversed>
      {data
        .map((version, index) => (
          <Version
            key={version.created_at}
            version={version}
            former={data[index - 1]}
            isNow={index === data.length - 1}
          />
        ))
        .reverse()}
    </ol>
  );
}

interface VersionProps {
  readonly version: CommentVersion;
  readonly former: CommentVersion | undefined;
  readonly isNow: boolean;
}

/** One version, with what changed against the one before. */
function Version({ version, former, isNow }: VersionProps) {
  const words = useTexts();
  const { t } = words;
  const pieces: Piece[] = former
    ? wordDiff(former.text, version.text)
    : [{ kind: 'same', text: version.text }];
  const named = isNow ? t('comments.historyNow') : former ? '' : t('comments.historyFirst');
  return (
    <li>
      <p className={styles.when}>
        {named && <strong>{named}</strong>}
        <time dateTime={version.created_at}>{dateAndTime(version.created_at, words)}</time>
      </p>
      <p className={styles.text} dir="auto">
        {pieces.map((piece, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a version never change
          <Difference key={index} piece={piece} />
        ))}
      </p>
    </li>
  );
}

function Difference({ piece: { kind, text } }: { readonly piece: Piece }) {
  const { t } = useTexts();
  if (kind === 'same') return text;
  const Mark = kind === 'added' ? 'ins' : 'del';
  return (
    <Mark>
      <span className="visually-hidden">
        {t(kind === 'added' ? 'comments.historyAdded' : 'comments.historyRemoved')}{' '}
      </span>
      {text}
    </Mark>
  );
}
