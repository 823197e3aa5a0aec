import type { Post } from '@duet/contract/posts/shapes';
import { type FormEvent, useState } from 'react';
import { call } from '../../../api/client.ts';
import { CallFailure, failureText } from '../../../api/failure.ts';
import { retryOnce } from '../../../api/retry-once.ts';
import { numberFormat } from '../../../i18n/formats.ts';
import { useTexts } from '../../../i18n/language.ts';
import { Button } from '../../../ui/Button.tsx';
import { Sheet } from '../../../ui/Sheet.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { toast } from '../../../ui/toast.ts';
import { updateOwnCachedPost } from '../cache/cached-posts.ts';
import styles from './CountDialog.module.css';
import { parseCount } from './count.ts';

export type ExtraCount = 'views' | 'likes';

const texts = {
  views: {
    title: 'posts.setViews',
    real: 'posts.realViews',
    shown: 'counts.shownViews',
    extra: 'counts.extraViews',
    saved: 'counts.viewsSaved',
    failed: 'counts.viewsFailed',
  },
  likes: {
    title: 'posts.setLikes',
    real: 'posts.realLikes',
    shown: 'counts.shownLikes',
    extra: 'counts.extraLikes',
    saved: 'counts.likesSaved',
    failed: 'counts.likesFailed',
  },
} as const;

const realOf = (post: Post, kind: ExtraCount) =>
  (kind === 'views' ? post.realViewsCount : post.realLikesCount) ?? 0;
const extraOf = (post: Post, kind: ExtraCount) => (kind === 'views' ? post.views_extra : post.likes) ?? 0;

const save = async (id: string, kind: ExtraCount, count: number, was: number): Promise<Post> =>
  kind === 'views'
    ? (await retryOnce(() => call('posts.setViews', { params: { id }, body: { views: count, was } }))).data
        .post
    : (await retryOnce(() => call('posts.setLikes', { params: { id }, body: { likes: count, was } }))).data
        .post;

/** The post of now, where somebody else has set the count meanwhile. */
const presentOf = (error: unknown): Post | undefined =>
  error instanceof CallFailure && error.code === 'CHANGED_MEANWHILE'
    ? (error.answer as { data?: { post?: Post } }).data?.post
    : undefined;

interface CountDialogProps {
  readonly post: Post;
  readonly kind: ExtraCount;
  readonly onClose: () => void;
}

/** Sets what is added to the real views or likes of a post, and shows at once what everybody will see. */
export default function CountDialog({ post, kind, onClose }: CountDialogProps) {
  const { t, language } = useTexts();
  const [seen, setSeen] = useState(post);
  const [overtaken, setOvertaken] = useState(false);
  const [initial] = useState(() => String(extraOf(post, kind)));
  const [typed, setTyped] = useState(initial);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const words = texts[kind];
  const count = parseCount(typed);
  const numbers = numberFormat(language);
  const real = realOf(seen, kind);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (count === null) return;
    setBusy(true);
    try {
      updateOwnCachedPost(post._id, await save(post._id, kind, count, extraOf(seen, kind)));
      toast.success(t(words.saved));
      onClose();
    } catch (error) {
      setBusy(false);
      const present = presentOf(error);
      setOvertaken(present !== undefined);
      if (present) return setSeen(present);
      toast.error(t(words.failed, { error: failureText(error, t('network.unexpected')) }));
    }
  }

  return (
    <Sheet open onClose={onClose} unsaved={typed !== initial} title={t(words.title)}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <dl className={styles.counts}>
          <div>
            <dt>{t(words.real)}</dt>
            <dd>{numbers.format(real)}</dd>
          </div>
          <div>
            <dt>{t(words.shown)}</dt>
            <dd>{numbers.format(real + (count ?? extraOf(seen, kind)))}</dd>
          </div>
        </dl>
        <TextField
          label={t(words.extra)}
          hint={t('counts.extraHint')}
          error={tried && count === null ? t('rules.NEGATIVE_NUMBER') : undefined}
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        {overtaken && (
          <p role="alert">{t('counts.countChanged', { extra: numbers.format(extraOf(seen, kind)) })}</p>
        )}
        <div className={styles.buttons}>
          <Button variant="secondary" onClick={onClose}>
            {t('actions.cancel')}
          </Button>
          <Button type="submit" busy={busy}>
            {t('actions.save')}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}
