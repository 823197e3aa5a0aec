import { limits } from '@duet/contract/limits';
import type { Post } from '@duet/contract/posts/shapes';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call, mediaAddress } from '../../../api/client.ts';
import { useTexts } from '../../../i18n/language.ts';
import { useUser } from '../../../session/session.ts';
import { Button } from '../../../ui/Button.tsx';
import { updateDraft } from '../form/draft-calls.ts';
import type { KeptDraft } from '../form/local-draft.ts';
import { restoreMissingMedia } from '../form/missing-media.ts';
import { type NewFormProps, NewPost, NewPostForm, useNewDraft } from '../form/NewPostForm.tsx';
import { GalleryFields } from './GalleryFields.tsx';
import { fieldsOf, type GalleryDraft } from './gallery-item.ts';
import { galleryKind } from './gallery-kind.ts';
import styles from './NewGallery.module.css';
import { refreshed, serverMedia } from './refresh-items.ts';
import { SharedPictures } from './SharedPictures.tsx';
import { useGallery } from './use-gallery.ts';

/** The form of /new/gallery: kept on the device and on the server's draft, published as a whole. */
export const NewGallery = () => <NewPost Form={Form} />;

function Form(page: NewFormProps) {
  const form = useNewDraft(galleryKind, page);
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
        if (media) change(({ items }) => ({ items: refreshed(items, media, draft.items) }));
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

interface UnfinishedGalleryProps {
  /** The draft that was discarded just now. */
  readonly except: string | null;
  readonly onContinue: (draft: GalleryDraft) => void;
}

/** Offers to go on with a gallery that was begun elsewhere, where there is one. */
function UnfinishedGallery({ except, onContinue }: UnfinishedGalleryProps) {
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

const sendAfterMs = 1000;

interface DraftSync {
  /** Publishing carries everything itself. Resolves when nothing is under way any more. */
  readonly stop: () => Promise<void>;
  readonly goOn: () => void;
}

/**
 * Carries a gallery to the server's draft a moment after each change, and at once when the page is hidden or left,
 * so that another device can go on with it. That it may fail is no matter: this device keeps everything too.
 */
function useDraftSync({ draft, now }: KeptDraft<GalleryDraft>): DraftSync {
  const sent = useRef('');
  const line = useRef(Promise.resolve());
  const stopped = useRef(false);
  const { draftId } = draft;
  const body = JSON.stringify(fieldsOf(draft));

  const send = useCallback(
    (keepalive: boolean) => {
      const state = now();
      const words = JSON.stringify(fieldsOf(state));
      const said = `${state.draftId} ${words}`;
      if (stopped.current || !state.draftId || sent.current === said) return;
      sent.current = said;
      const id = state.draftId;
      const save = async () => {
        if (stopped.current) return;
        await updateDraft(id, fieldsOf(state), { keepalive }).catch(() => {
          sent.current = '';
        });
      };
      // One after the other: an older one must not land on a newer one. A page that goes cannot wait.
      line.current = keepalive ? save() : line.current.then(save);
    },
    [now],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of what is sent waits its moment
  useEffect(() => {
    const timer = setTimeout(() => send(false), sendAfterMs);
    return () => clearTimeout(timer);
  }, [body, draftId, send]);

  useEffect(() => {
    const leave = () => send(true);
    addEventListener('pagehide', leave);
    return () => {
      leave();
      removeEventListener('pagehide', leave);
    };
  }, [send]);

  return {
    stop: () => {
      stopped.current = true;
      return line.current;
    },
    goOn: () => {
      stopped.current = false;
      sent.current = '';
    },
  };
}
