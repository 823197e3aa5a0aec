import type { OrphanReason } from '@duet/contract/cleanup/constants';
import type { OrphanedFile } from '@duet/contract/cleanup/shapes';
import { ExternalLink } from 'lucide-react';
import { mediaAddress } from '../../../api/client.ts';
import { type PlainKey, useTexts } from '../../../i18n/language.ts';
import { sizeText } from '../../../i18n/size.ts';
import styles from '../Cleanup.module.css';
import { directoryNames } from './DirectoryList.tsx';

const reasons: Readonly<Record<OrphanReason, PlainKey>> = {
  neverUsed: 'cleanup.reasonNeverUsed',
  released: 'cleanup.reasonReleased',
  unknown: 'cleanup.reasonUnknown',
};

interface OrphanListProps {
  readonly files: readonly OrphanedFile[];
  /** They are deleted and cannot be opened any more. */
  readonly gone?: boolean;
  /** How many there are in all, where not all are named. */
  readonly total?: number;
}

/** Files with their folder, size and age; a tap opens one in a new tab. */
export function OrphanList({ files, gone = false, total = files.length }: OrphanListProps) {
  const { t } = useTexts();
  return (
    <>
      <ul className={styles.list} aria-label={t('cleanup.orphans')}>
        {files.map((file) => (
          <li key={`${file.directory}/${file.filename}`}>
            {gone ? (
              <div className={styles.row}>
                <Facts file={file} />
              </div>
            ) : (
              <a
                className={styles.row}
                href={mediaAddress(file.url)}
                target="_blank"
                rel="noopener noreferrer"
              >
                <Facts file={file} />
                <span className="visually-hidden"> ({t('cleanup.opensInTab')})</span>
                <ExternalLink size={18} aria-hidden />
              </a>
            )}
          </li>
        ))}
      </ul>
      {total > files.length && (
        <p className={styles.hint}>{t('cleanup.more', { count: total - files.length })}</p>
      )}
    </>
  );
}

function Facts({ file }: { readonly file: OrphanedFile }) {
  const { t, language } = useTexts();
  const name = directoryNames[file.directory];
  return (
    <>
      <span className={styles.name}>{file.filename}</span>
      <span className={styles.meta}>
        {name ? t(name) : file.directory}
        {' · '}
        {sizeText(file.size, language)}
        {' · '}
        {t('cleanup.age', { count: file.age })}
      </span>
      {reasons[file.reason] && <span className={styles.meta}>{t(reasons[file.reason])}</span>}
    </>
  );
}
