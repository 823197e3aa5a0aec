import { limits } from '@duet/contract/limits';
import { useEffect, useRef } from 'react';
import { restoreMissingMedia } from '../form/missing-media.ts';
import { type NewFormProps, NewPost, NewPostForm, useNewDraft } from '../form/NewPostForm.tsx';
import { GalleryFields } from './GalleryFields.tsx';
import { galleryKind } from './gallery-kind.ts';
import { renewed, serverMedia } from './renew-items.ts';
import { SharedPictures } from './SharedPictures.tsx';
import { UnfinishedGallery } from './UnfinishedGallery.tsx';
import { useDraftSync } from './use-draft-sync.ts';
import { useGallery } from './use-gallery.ts';

/** The form of /new/gallery: kept on the device and on the server's draft, published as a whole. */
export const NewGallery = () => <NewPost Form={Form} />;

function Form(page: NewFormProps) {
  const form = useNewDraft(galleryKind, page.userId);
  const { key, local, target } = form;
  const { draft, change } = local;
  const gallery = useGallery(key, local, target);
  const sync = useDraftSync(local);
  const renewal = useRef<Promise<void>>(undefined);
  const restore = (error: unknown) => restoreMissingMedia(error, gallery.uploadAnew);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what a reload brought back
  useEffect(() => {
    if (!draft.draftId && !draft.items.some(({ serverUrl }) => serverUrl)) return;
    renewal.current = serverMedia(draft, target).then(
      (media) => {
        if (media) change(({ items }) => ({ items: renewed(items, media, draft.items) }));
      },
      (error) => void restore(error),
    );
  }, []);

  const content = {
    validate: gallery.validate,
    unchosen: draft.items.length === 0,
    // What is still under way would land in the published post afterwards, or make a draft of its own.
    onBegin: () => Promise.all([sync.stop(), renewal.current]),
    onOver: () => void sync.stop(),
    onFailed: sync.goOn,
    handleError: restore,
  };
  const offer = galleryKind.isEmpty(draft) && !draft.draftId && (
    <UnfinishedGallery except={page.discarded} onContinue={change} />
  );
  return (
    <NewPostForm kind={galleryKind} page={page} form={form} content={content}>
      {(parts) => (
        <>
          <GalleryFields draft={draft} onChange={change} gallery={gallery} offer={offer} {...parts} />
          <SharedPictures room={limits.gallery.maxImages - draft.items.length} onAdd={gallery.add} />
        </>
      )}
    </NewPostForm>
  );
}
