import { mediaDirectories } from '@duet/contract/cleanup/constants';
import type { MediaDirectory } from '@duet/contract/cleanup/shapes';
import { Film, Image, UserRound } from 'lucide-react';
import type { PlainKey } from '../../../i18n/language.ts';
import { useTexts } from '../../../i18n/language.ts';
import { sizeText } from '../../../i18n/size.ts';
import styles from '../Cleanup.module.css';
import type { MediaView } from './media-cleanup.ts';

export const directoryNames: Readonly<Record<MediaDirectory, PlainKey>> = {
  photos: 'cleanup.directoryPhotos',
  videos: 'cleanup.directoryVideos',
  profile: 'cleanup.directoryProfile',
};

export const directoryIcons = { photos: Image, videos: Film, profile: UserRound };

/** How many files lie in each folder and how much room they take. */
export function DirectoryList({ directories }: Pick<MediaView, 'directories'>) {
  const { t, language } = useTexts();
  return (
    <ul className={styles.tiles} aria-label={t('cleanup.directories')}>
      {mediaDirectories.map((directory) => {
        const { fileCount = 0, totalSize = 0 } = directories?.[directory] ?? {};
        const Icon = directoryIcons[directory];
        return (
          <li key={directory} data-directory={directory}>
            <span className={styles.label}>
              <Icon size={16} aria-hidden />
              {t(directoryNames[directory])}
            </span>
            <strong>{sizeText(totalSize, language)}</strong>
            <span>{t('cleanup.fileCount', { count: fileCount })}</span>
          </li>
        );
      })}
    </ul>
  );
}
