import type { Post } from '@duet/contract/posts/shapes';
import { useEffect, useState } from 'react';
import { call, mediaAddress } from '../../../api/client.ts';
import { useTexts } from '../../../i18n/language.ts';
import { useUser } from '../../../session/session.ts';
import { Button } from '../../../ui/Button.tsx';
import type { GalleryDraft } from './gallery-item.ts';
import { galleryKind } from './gallery-kind.ts';
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
      <Button variant="secondary" size="small" onClick={() => onContinue(galleryKind.draftOf(post))}>
        {t('composer.galleryContinue')}
      </Button>
    </aside>
  );
}

/**
 * The newest gallery that this person has begun and not published, as the server has it: begun on another device, or
 * on this one before it forgot. Null where there is none with a picture, or no answer. `except` was discarded here just
 * now, and may still be there.
 */
async function unfinishedGallery(username: string, except: string | null): Promise<Post | null> {
  try {
    const { data } = await call('posts.drafts');
    const newest = data.drafts.find(
      (draft) => draft.postType === 'gallery' && draft.username === username && draft._id !== except,
    );
    if (!newest) return null;
    const { post } = (await call('posts.detail', { params: { id: newest._id } })).data;
    return post.media.length > 0 ? post : null;
  } catch {
    // Nothing is offered; what waits there is found the next time.
    return null;
  }
}
