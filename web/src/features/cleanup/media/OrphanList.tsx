import type { OrphanReason } from '@duet/contract/cleanup/constants';
import type { OrphanedFile } from '@duet/contract/cleanup/shapes';
import { ExternalLink, FileQuestion } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { mediaAddress } from '../../../api/client.ts';
import { type PlainKey, useTexts } from '../../../i18n/language.ts';
import { sizeText } from '../../../i18n/size.ts';
import styles from '../Cleanup.module.css';
import { directoryIcons, directoryNames } from './DirectoryList.tsx';
import { groupOrphans, type OrphanGroup } from './orphan-groups.ts';

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

/** Files with their picture, folder, size and age, each with the smaller sizes made of it; a tap opens one in a new tab. */
export function OrphanList({ files, gone = false, total = files.length }: OrphanListProps) {
  const { t } = useTexts();
  return (
    <>
      <ul className={styles.list} aria-label={t('cleanup.orphans')}>
        {groupOrphans(files).map((group) => (
          <li key={`${group.file.directory}/${group.file.filename}`}>
            <Row file={group.file} gone={gone}>
              <Picture group={group} gone={gone} />
              <Facts file={group.file} size={group.size} />
            </Row>
            {group.sizes.length > 0 && (
              <details className={styles.sizes}>
                <summary>{t('cleanup.sizes', { count: group.sizes.length })}</summary>
                <ul aria-label={t('cleanup.sizesOf', { name: group.file.filename })}>
                  {group.sizes.map((file) => (
                    <li key={file.filename}>
                      <Row file={file} gone={gone}>
                        <Facts file={file} size={file.size} />
                      </Row>
                    </li>
                  ))}
                </ul>
              </details>
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

interface RowProps {
  readonly file: OrphanedFile;
  readonly gone: boolean;
  readonly children: ReactNode;
}

function Row({ file, gone, children }: RowProps) {
  const { t } = useTexts();
  if (gone) return <div className={styles.row}>{children}</div>;
  return (
    <a className={styles.row} href={mediaAddress(file.url)} target="_blank" rel="noopener noreferrer">
      {children}
      <span className="visually-hidden"> ({t('cleanup.opensInTab')})</span>
      <ExternalLink size={18} aria-hidden />
    </a>
  );
}

/** The file in little, or the sign of its folder where there is no picture of it, or none any more. */
function Picture({
  group: { file, picture },
  gone,
}: {
  readonly group: OrphanGroup;
  readonly gone: boolean;
}) {
  const [failed, setFailed] = useState(false);
  const Icon = directoryIcons[file.directory] ?? FileQuestion;
  return (
    <span className={styles.picture}>
      {picture && !gone && !failed ? (
        <img
          src={mediaAddress(picture.url)}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setFailed(true)}
        />
      ) : (
        <Icon size={20} aria-hidden />
      )}
    </span>
  );
}

function Facts({ file, size }: { readonly file: OrphanedFile; readonly size: number }) {
  const { t, language } = useTexts();
  const name = directoryNames[file.directory];
  return (
    <span className={styles.facts}>
      <span className={styles.name}>{file.filename}</span>
      <span className={styles.meta}>
        {name ? t(name) : file.directory}
        {' · '}
        {sizeText(size, language)}
        {' · '}
        {t('cleanup.age', { count: file.age })}
      </span>
      {reasons[file.reason] && <span className={styles.meta}>{t(reasons[file.reason])}</span>}
    </span>
  );
}
