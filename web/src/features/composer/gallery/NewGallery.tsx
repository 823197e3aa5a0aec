import { useEffect, useRef, useState } from 'react';
import { takeSharedFiles } from '../../../device/shared-files.ts';
import { useTexts } from '../../../i18n/language.ts';
import { useUser } from '../../../session/session.ts';
import { Button } from '../../../ui/Button.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { useToast } from '../../../ui/toast.ts';
import { newPostKey } from '../local-draft.ts';
import { missingMedia } from '../missing-media.ts';
import styles from '../RichTextFields.module.css';
import { useLocalDraft } from '../use-local-draft.ts';
import { usePublishing } from '../use-publishing.ts';
import { useServerDraft } from '../use-server-draft.ts';
import { GalleryFields } from './GalleryFields.tsx';
import { emptyGallery, fieldsOf, readGallery } from './gallery-item.ts';
import { renewed, serverMedia } from './renew-items.ts';
import { UnfinishedGallery } from './UnfinishedGallery.tsx';
import { useDraftSync } from './use-draft-sync.ts';
import { useGallery } from './use-gallery.ts';
import { useReady } from './use-ready.ts';

interface Round {
  readonly round: number;
  /** The server's draft that ended the round before. */
  readonly discarded: string | null;
}

/** The form of /new/gallery: kept on the device and on the server's draft, published as a whole. */
export function NewGallery() {
  const user = useUser();
  // After a discard the form begins anew.
  const [{ round, discarded }, setRound] = useState<Round>({ round: 0, discarded: null });
  if (!user) return null;
  return (
    <Form
      key={`${user.id}.${round}`}
      userId={user.id}
      discarded={discarded}
      onDiscarded={(draftId) => setRound({ round: round + 1, discarded: draftId })}
    />
  );
}

interface FormProps {
  readonly userId: string;
  readonly discarded: string | null;
  readonly onDiscarded: (draftId: string | null) => void;
}

function Form({ userId, discarded, onDiscarded }: FormProps) {
  const { t } = useTexts();
  const toast = useToast();
  const key = newPostKey(userId, 'gallery');
  const kept = useLocalDraft(key, emptyGallery, readGallery);
  const { draft, change, now, forget } = kept;
  const serverDraft = useServerDraft(
    'gallery',
    () => now().draftId,
    (draftId) => change({ draftId }),
  );
  const gallery = useGallery(key, kept, serverDraft);
  useSharedPictures(gallery.add);
  const sync = useDraftSync(kept);
  const renewal = useRef<Promise<void>>(undefined);
  const { fault, ready } = useReady(gallery.items);
  const { publishing, publish, discardDraft } = usePublishing({
    userId,
    key,
    postType: 'gallery',
    kept,
    fields: () => fieldsOf(now()),
    // What is still under way would land in the published post afterwards, or make a draft of its own.
    onBegin: () => Promise.all([sync.stop(), renewal.current]),
    onOver: clear,
    onFailed(error) {
      sync.goOn();
      return uploadAnew(error);
    },
  });

  /** Answers whether the server has lost pictures that are uploaded again now. */
  function uploadAnew(error: unknown): boolean {
    const count = gallery.uploadAnew(missingMedia(error));
    if (count > 0) toast.warning(t('composer.galleryUploadedAnew', { count }));
    return count > 0;
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what a reload brought back
  useEffect(() => {
    if (!draft.draftId && !draft.items.some(({ serverUrl }) => serverUrl)) return;
    renewal.current = serverMedia(draft, serverDraft).then(
      (media) => {
        if (media) change(({ items }) => ({ items: renewed(items, media, draft.items) }));
      },
      (error) => void uploadAnew(error),
    );
  }, []);

  async function publishReady(): Promise<void> {
    if (ready()) await publish();
  }

  function clear(): void {
    void sync.stop();
  }

  async function discard(): Promise<void> {
    const sure = await confirm({
      title: t('composer.galleryDiscardTitle'),
      text: t('composer.galleryDiscardBody'),
      confirmLabel: t('composer.discard'),
      danger: true,
    });
    if (!sure) return;
    const { draftId } = now();
    clear();
    discardDraft();
    forget();
    onDiscarded(draftId);
  }

  const untouched = gallery.items.length === 0 && draft.caption === '';
  return (
    <form
      className={styles.form}
      aria-label={t('composer.newGallery')}
      onSubmit={(event) => event.preventDefault()}
    >
      <GalleryFields
        draft={draft}
        onChange={change}
        gallery={gallery}
        fault={fault}
        disabled={publishing}
        offer={untouched && !draft.draftId && <UnfinishedGallery except={discarded} onContinue={change} />}
        actions={
          <div className={styles.actions}>
            <span className={styles.kept}>
              {!untouched && t(kept.kept ? 'composer.savedHere' : 'composer.galleryNotSavedHere')}
            </span>
            <Button variant="quiet" disabled={untouched} onClick={() => void discard()}>
              {t('composer.discard')}
            </Button>
            <Button busy={publishing} onClick={() => void publishReady()}>
              {t(publishing ? 'composer.publishing' : 'composer.publish')}
            </Button>
          </div>
        }
      />
    </form>
  );
}

/** Adds the pictures that were shared with the installed app from elsewhere on the phone. */
function useSharedPictures(add: (files: readonly File[]) => Promise<void>): void {
  const latest = useRef(add);
  latest.current = add;
  useEffect(() => {
    void takeSharedFiles().then((files) => {
      if (files.length > 0) void latest.current(files);
    });
  }, []);
}
