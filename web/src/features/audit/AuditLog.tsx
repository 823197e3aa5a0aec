import { type AuditFilter, auditFilters } from '@duet/contract/audit/constants';
import type { AuditLine } from '@duet/contract/audit/shapes';
import { limits } from '@duet/contract/limits';
import { failureText } from '../../api/failure.ts';
import { type PlainKey, useTexts } from '../../i18n/language.ts';
import { dateAndTime } from '../../i18n/time.ts';
import { Button } from '../../ui/Button.tsx';
import { Skeleton } from '../../ui/Loading.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { EmptyState, ErrorState } from '../../ui/States.tsx';
import styles from './AuditLog.module.css';
import { detailsOf } from './details.ts';
import type { useAudit } from './use-audit.ts';
import { sentenceOf } from './words.ts';

const filterNames: Readonly<Record<AuditFilter, PlainKey>> = {
  acts: 'audit.filterActs',
  signIns: 'audit.filterSignIns',
  refusals: 'audit.filterRefusals',
  all: 'audit.filterAll',
};

/** Who did what to whom, the newest first. */
export function AuditLog({ audit }: { readonly audit: ReturnType<typeof useAudit> }) {
  const { t } = useTexts();
  const { asked, lines } = audit;
  const shown = lines.data?.pages.flatMap((page) => page.lines) ?? [];
  const options = auditFilters.map((value) => ({ value, label: t(filterNames[value]) }));
  return (
    <div className={styles.audit}>
      <p className={styles.text}>{t('audit.text')}</p>
      <div className={styles.controls}>
        <Segments
          label={t('audit.filter')}
          labelHidden
          options={options}
          value={asked.filter}
          onChange={audit.choose}
        />
        <SearchField
          label={t('audit.by')}
          placeholder={t('audit.byHint')}
          searchLabel={t('audit.search')}
          clearLabel={t('audit.clear')}
          maxLength={limits.username.maxChars}
          value={asked.person}
          onSearch={audit.search}
        />
      </div>
      {lines.isPending && <Loading />}
      {lines.isError && (
        <ErrorState
          message={failureText(lines.error, t('audit.failed'))}
          onRetry={() => void lines.refetch()}
          retrying={lines.isFetching}
        />
      )}
      {lines.isSuccess && shown.length === 0 && (
        <EmptyState title={t('audit.empty')} text={t('audit.emptyText')} />
      )}
      {shown.length > 0 && (
        <ol className={styles.lines} aria-label={t('audit.list')}>
          {shown.map((line) => (
            <Line key={line._id} line={line} />
          ))}
        </ol>
      )}
      {lines.hasNextPage && (
        <Button
          variant="secondary"
          busy={lines.isFetchingNextPage}
          onClick={() => void lines.fetchNextPage()}
        >
          {t('audit.more')}
        </Button>
      )}
    </div>
  );
}

function Line({ line }: { readonly line: AuditLine }) {
  const words = useTexts();
  return (
    <li className={styles.line} data-action={line.action}>
      <p className={styles.sentence}>{sentenceOf(line, words.t)}</p>
      <p className={styles.meta}>
        <time dateTime={line.at}>{dateAndTime(line.at, words)}</time>
        {line.address && <span>{line.address}</span>}
        {detailsOf(line, words).map(([name, text]) => (
          <span key={name}>{text}</span>
        ))}
      </p>
    </li>
  );
}

function Loading() {
  const { t } = useTexts();
  return (
    <div className={styles.lines} aria-busy="true">
      <p role="status" className="visually-hidden">
        {t('audit.loading')}
      </p>
      {[70, 55, 62, 48, 66].map((width) => (
        <div key={width} className={styles.line}>
          <Skeleton width={`${width}%`} />
          <Skeleton width="30%" />
        </div>
      ))}
    </div>
  );
}
