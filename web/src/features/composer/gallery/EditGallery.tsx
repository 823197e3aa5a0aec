import { mediaAddress } from '../../../api/client.ts';
import { type EditFormProps, useEdit } from '../edit/use-edit.ts';
import { publishUnfinished } from '../form/draft-calls.ts';
import { EditPostForm } from '../form/EditPostForm.tsx';
import { restoreMissingMedia } from '../form/missing-media.ts';
import { pathOf } from '../form/picture-urls.ts';
import { GalleryFields } from './GalleryFields.tsx';
import { fieldsOf } from './gallery-item.ts';
import { galleryKind } from './gallery-kind.ts';
import { useGallery } from './use-gallery.ts';

/**
 * Edits a gallery, or goes on with an unpublished one, which another device may have begun, and publishes it.
 * Unsaved changes stay on this device until they are saved or discarded.
 */
export function EditGallery(page: EditFormProps) {
  const { post } = page.loaded;
  const edit = useEdit(galleryKind, page);
  const { key, local, target } = edit;
  const gallery = useGallery(key, local, target);

  function pictureOf(path: string): string | null {
    const item = gallery.items.find(({ serverUrl }) => serverUrl !== null && pathOf(serverUrl) === path);
    const added = edit.present.post.media.find(({ url }) => pathOf(url) === path);
    return item?.previewUrl ?? (added ? mediaAddress(added.thumbnailUrl) : null);
  }

  const publish = () => publishUnfinished(post._id, { ...fieldsOf(local.draft), postType: 'gallery' });
  const content = {
    validate: gallery.validate,
    unchosen: local.draft.items.length === 0,
    publish: post.published ? undefined : publish,
    // Pictures that the server has lost are sent once more.
    handleError: (error: unknown) => restoreMissingMedia(error, gallery.uploadAnew),
    pictureOf,
  };
  return (
    <EditPostForm kind={galleryKind} page={page} edit={edit} content={content}>
      {(parts) => <GalleryFields draft={local.draft} onChange={local.change} gallery={gallery} {...parts} />}
    </EditPostForm>
  );
}
