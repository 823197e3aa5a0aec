import type { Post } from '@duet/contract/posts/shapes';
import { useRef, useState } from 'react';
import { mediaAddress } from '../../../api/client.ts';
import { failureText } from '../../../api/failure.ts';
import { useTexts } from '../../../i18n/language.ts';
import { Button } from '../../../ui/Button.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { useToast } from '../../../ui/toast.ts';
import { publishUnfinished } from '../draft-calls.ts';
import { EditNotice } from '../edit/EditNotice.tsx';
import type { EditFormProps } from '../edit/edit-form-props.ts';
import { galleryKind } from '../edit/gallery-fields.ts';
import { useEdit } from '../edit/use-edit.ts';
import { pathOf } from '../fresh-pictures.ts';
import { editKey } from '../local-draft.ts';
import { missingMedia } from '../missing-media.ts';
import styles from '../RichTextFields.module.css';
import { GalleryFields } from './GalleryFields.tsx';
import { type GalleryDraft, mediaUrlsOf, readGallery } from './gallery-item.ts';
import { asDraft } from './other-device.ts';
import { renewed } from './renew-items.ts';
import { useGallery } from './use-gallery.ts';
import { useReady } from './use-ready.ts';

/**
 * Edits a gallery, or goes on with an unpublished one, which another device may have begun, and publishes it.
 * Unsaved changes stay on this device until they are saved or discarded.
 */
export function EditGallery({ loaded, userId, onSaved, onDiscarded, onGone }: EditFormProps) {
  const { t } = useTexts();
  const toast = useToast();
  const { post } = loaded;
  const key = editKey(userId, post._id);
  const [initial] = useState(() => asDraft(post));
  const edit = useEdit({
    kind: galleryKind,
    loaded,
    storageKey: key,
    initial,
    read: (entry) => withFreshAddresses(readGallery(entry), post),
    onSaved,
    onGone,
  });
  const { local, changed } = edit;
  const { draft, change, forget } = local;
  const target = { id: () => Promise.resolve(post._id), gone: () => undefined };
  const gallery = useGallery(key, local, target);
  const { fault, ready } = useReady(gallery.items);
  const [publishing, setPublishing] = useState(false);
  const busy = useRef(false);
  const saving = publishing || edit.saving;

  async function publish(): Promise<void> {
    if (busy.current) return;
    busy.current = true;
    setPublishing(true);
    const body = {
      postType: 'gallery' as const,
      mediaUrls: mediaUrlsOf(gallery.items),
      caption: draft.caption.trim(),
      adminOnlyVisibility: draft.adminOnly,
    };
    try {
      const saved = await publishUnfinished(post._id, body);
      forget();
      toast.success(t('composer.published'));
      onSaved(saved);
    } catch (error) {
      if (!uploadAnew(error)) toast.error(failureText(error, t('composer.publishPostFailed')));
    } finally {
      busy.current = false;
      setPublishing(false);
    }
  }

  /** Pictures that the server has lost are sent once more; answers whether there were any. */
  function uploadAnew(error: unknown): boolean {
    const count = gallery.uploadAnew(missingMedia(error));
    if (count > 0) toast.warning(t('composer.galleryUploadedAnew', { count }));
    return count > 0;
  }

  function save(): void {
    if (ready()) void (post.published ? edit.save({ handleError: uploadAnew }) : publish());
  }

  function pictureOf(path: string): string | null {
    const item = gallery.items.find(({ serverUrl }) => serverUrl !== null && pathOf(serverUrl) === path);
    const added = edit.present.post.media.find(({ url }) => pathOf(url) === path);
    return item?.previewUrl ?? (added ? mediaAddress(added.thumbnailUrl) : null);
  }

  async function discard(): Promise<void> {
    const question = { title: t('composer.galleryDiscardTitle'), text: t('composer.discardEditBody') };
    if (changed && !(await confirm({ ...question, confirmLabel: t('composer.discard'), danger: true })))
      return;
    forget();
    onDiscarded();
  }

  return (
    <form
      className={styles.form}
      aria-label={t('composer.editPost')}
      onSubmit={(event) => event.preventDefault()}
    >
      <EditNotice edit={edit} pictureOf={pictureOf} />
      <GalleryFields
        draft={draft}
        onChange={change}
        gallery={gallery}
        fault={fault}
        disabled={saving}
        actions={
          <div className={styles.actions}>
            <span className={styles.kept}>
              {changed && t(local.kept ? 'composer.savedHere' : 'composer.galleryNotSavedHere')}
            </span>
            <Button variant="quiet" onClick={() => void discard()}>
              {t('composer.discard')}
            </Button>
            <Button busy={saving} onClick={save}>
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
