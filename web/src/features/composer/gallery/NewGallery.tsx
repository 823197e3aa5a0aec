import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { keptFiles } from '../../../device/kept-files.ts';
import { useTexts } from '../../../i18n/language.ts';
import { useUser } from '../../../session/session.ts';
import { Button } from '../../../ui/Button.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { useToast } from '../../../ui/toast.ts';
import { deleteDraft, stepsFor } from '../draft-calls.ts';
import { newPostKey } from '../local-draft.ts';
import { publishPost } from '../publish.ts';
import { publishFailureText } from '../publish-failure-text.ts';
import styles from '../RichTextFields.module.css';
import { useLocalDraft } from '../use-local-draft.ts';
import { useServerDraft } from '../use-server-draft.ts';
import { GalleryFields } from './GalleryFields.tsx';
import { emptyGallery, mediaUrlsOf, readGallery } from './gallery-item.ts';
import { renewed, serverMedia } from './renew-items.ts';
import { UnfinishedGallery } from './UnfinishedGallery.tsx';
import { useDraftSync } from './use-draft-sync.ts';
import { useGallery } from './use-gallery.ts';
import { useReady } from './use-ready.ts';
import { useSharedPictures } from './use-shared-pictures.ts';

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
  const navigate = useNavigate();
  const key = newPostKey(userId, 'gallery');
  const kept = useLocalDraft(key, emptyGallery, readGallery);
  const { draft, change, forget } = kept;
  const serverDraft = useServerDraft('gallery', draft.draftId, (draftId) => change({ draftId }));
  const gallery = useGallery(key, kept, serverDraft);
  useSharedPictures(gallery.add);
  const sync = useDraftSync(kept);
  const renewal = useRef<Promise<void>>(undefined);
  const { fault, ready } = useReady(gallery.items);
  const [publishing, setPublishing] = useState(false);
  const busy = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what a reload brought back
  useEffect(() => {
    if (!draft.draftId && !draft.items.some(({ serverUrl }) => serverUrl)) return;
    renewal.current = serverMedia(draft, serverDraft).then((media) => {
      if (media) change(({ items }) => ({ items: renewed(items, media, draft.items) }));
    });
  }, []);

  async function publish(): Promise<void> {
    if (busy.current || !ready()) return;
    busy.current = true;
    setPublishing(true);
    // What is still under way would land in the published post afterwards, or make a draft of its own.
    await Promise.all([sync.stop(), renewal.current]);
    const { items, caption, adminOnly, draftId } = kept.now();
    try {
      const fields = {
        mediaUrls: mediaUrlsOf(items),
        caption: caption.trim(),
        adminOnlyVisibility: adminOnly,
      };
      await publishPost(stepsFor('gallery'), 'gallery', fields, draftId);
      forgetAll();
      toast.success(t('composer.published'));
      navigate(`/home?refresh=${Date.now()}`, { replace: true });
    } catch (error) {
      if (draftId) serverDraft.gone(draftId);
      sync.goOn();
      toast.error(publishFailureText(error));
    } finally {
      busy.current = false;
      setPublishing(false);
    }
  }

  function forgetAll(): void {
    void sync.stop();
    forget();
    void keptFiles.removeAll(`${key}/`);
  }

  async function discard(): Promise<void> {
    const sure = await confirm({
      title: t('composer.galleryDiscardTitle'),
      text: t('composer.galleryDiscardBody'),
      confirmLabel: t('composer.discard'),
      danger: true,
    });
    if (!sure) return;
    forgetAll();
    // A draft that stays behind is found by the clean-up of old drafts.
    if (draft.draftId) void deleteDraft(draft.draftId).catch(() => undefined);
    onDiscarded(draft.draftId);
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
            <Button busy={publishing} onClick={() => void publish()}>
              {t(publishing ? 'composer.publishing' : 'composer.publish')}
            </Button>
          </div>
        }
      />
    </form>
  );
}
