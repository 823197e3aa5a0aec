import type { Post } from '@duet/contract/posts/shapes';
import { useRef, useState } from 'react';
import { failureText } from '../../../api/failure.ts';
import { useTexts } from '../../../i18n/language.ts';
import { Button } from '../../../ui/Button.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { useToast } from '../../../ui/toast.ts';
import { publishUnfinished, updatePost } from '../draft-calls.ts';
import { editKey } from '../local-draft.ts';
import { missingMedia } from '../missing-media.ts';
import styles from '../RichTextFields.module.css';
import { useLocalDraft } from '../use-local-draft.ts';
import { GalleryFields } from './GalleryFields.tsx';
import { type GalleryDraft, mediaUrlsOf, readGallery } from './gallery-item.ts';
import { asDraft } from './other-device.ts';
import { renewed } from './renew-items.ts';
import { useGallery } from './use-gallery.ts';
import { useReady } from './use-ready.ts';

interface EditGalleryProps {
  readonly post: Post;
  readonly userId: string;
  /** After the post is saved. */
  readonly onSaved: (post: Post) => void;
  /** After the changes were thrown away. */
  readonly onDiscarded: () => void;
}

/** What of a gallery is saved, to see whether it has changed. */
const wordsOf = ({ items, caption, adminOnly }: GalleryDraft): string =>
  JSON.stringify([items.map(({ key, alt }) => [key, alt]), caption, adminOnly]);

/**
 * Edits a gallery, or goes on with an unpublished one, which another device may have begun, and publishes it.
 * Unsaved changes stay on this device until they are saved or discarded.
 */
export function EditGallery({ post, userId, onSaved, onDiscarded }: EditGalleryProps) {
  const { t } = useTexts();
  const toast = useToast();
  const key = editKey(userId, post._id);
  const [initial] = useState(() => asDraft(post));
  const kept = useLocalDraft(key, initial, (entry) => withFreshAddresses(readGallery(entry), post));
  const { draft, change, forget } = kept;
  const target = { id: () => Promise.resolve(post._id), gone: () => undefined };
  const gallery = useGallery(key, kept, target);
  const { fault, ready } = useReady(gallery.items);
  const [saving, setSaving] = useState(false);
  const busy = useRef(false);
  const changed = wordsOf(draft) !== wordsOf(initial);

  async function save(): Promise<void> {
    if (busy.current || !ready()) return;
    busy.current = true;
    setSaving(true);
    const body = {
      postType: 'gallery' as const,
      mediaUrls: mediaUrlsOf(gallery.items),
      caption: draft.caption.trim(),
      adminOnlyVisibility: draft.adminOnly,
    };
    try {
      const saved = post.published
        ? await updatePost(post._id, body)
        : await publishUnfinished(post._id, body);
      forgetAll();
      toast.success(t(post.published ? 'composer.saved' : 'composer.published'));
      onSaved(saved);
    } catch (error) {
      const count = gallery.uploadAnew(missingMedia(error));
      if (count > 0) return toast.warning(t('composer.galleryUploadedAnew', { count }));
      const text = post.published ? 'composer.updateFailed' : 'composer.publishPostFailed';
      toast.error(failureText(error, t(text)));
    } finally {
      busy.current = false;
      setSaving(false);
    }
  }

  function forgetAll(): void {
    forget();
  }

  async function discard(): Promise<void> {
    const question = { title: t('composer.galleryDiscardTitle'), text: t('composer.discardEditBody') };
    if (changed && !(await confirm({ ...question, confirmLabel: t('composer.discard'), danger: true })))
      return;
    forgetAll();
    onDiscarded();
  }

  return (
    <form
      className={styles.form}
      aria-label={t('composer.editPost')}
      onSubmit={(event) => event.preventDefault()}
    >
      <GalleryFields
        draft={draft}
        onChange={change}
        gallery={gallery}
        fault={fault}
        disabled={saving}
        actions={
          <div className={styles.actions}>
            <span className={styles.kept}>
              {changed && t(kept.kept ? 'composer.savedHere' : 'composer.galleryNotSavedHere')}
            </span>
            <Button variant="quiet" onClick={() => void discard()}>
              {t('composer.discard')}
            </Button>
            <Button busy={saving} onClick={() => void save()}>
              {post.published
                ? t(saving ? 'composer.saving' : 'composer.save')
                : t(saving ? 'composer.publishing' : 'composer.publish')}
            </Button>
          </div>
        }
      />
    </form>
  );
}

/** Kept changes with the addresses of now; what was removed here stays removed. */
function withFreshAddresses(kept: GalleryDraft, post: Post): GalleryDraft {
  const known = new Set(kept.items.map(({ key }) => key));
  const items = renewed(kept.items, post.media).filter(
    ({ key, serverUrl }) => known.has(key) || kept.items.some((item) => item.serverUrl === serverUrl),
  );
  return { ...kept, items };
}
