import type { Post } from '@duet/contract/posts/shapes';
import { useEffect, useState } from 'react';
import { mediaAddress } from '../../../api/client.ts';
import { useTexts } from '../../../i18n/language.ts';
import { useUser } from '../../../session/session.ts';
import { Button } from '../../../ui/Button.tsx';
import type { GalleryDraft } from './gallery-item.ts';
import { asDraft, unfinishedGallery } from './other-device.ts';
import styles from './UnfinishedGallery.module.css';

interface UnfinishedGalleryProps {
  /** The draft that was discarded just now. */
  readonly except: string | null;
  readonly onContinue: (draft: GalleryDraft) => void;
}

/** Offers to go on with a gallery that was begun elsewhere, where there is one. */
export function UnfinishedGallery({ except, onContinue }: UnfinishedGalleryProps) {
  const { t } = useTexts();
  const username = useUser()?.username;
  const [post, setPost] = useState<Post | null>(null);

  useEffect(() => {
    let over = false;
    if (username) void unfinishedGallery(username, except).then((found) => !over && setPost(found));
    return () => {
      over = true;
    };
  }, [username, except]);

  if (!post) return null;
  return (
    <aside className={styles.offer}>
      <img src={mediaAddress(post.media[0]?.thumbnailUrl ?? '')} alt="" />
      <p>{t('composer.galleryUnfinished', { count: post.media.length })}</p>
      <Button variant="secondary" size="small" onClick={() => onContinue(asDraft(post))}>
        {t('composer.galleryContinue')}
      </Button>
    </aside>
  );
}
